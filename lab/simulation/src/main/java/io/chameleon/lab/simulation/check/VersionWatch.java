package io.chameleon.lab.simulation.check;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.Tally;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.World;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sees every delete of versions. Simulated clients set no condition there, so one with a condition is the lifecycle's:
 * it must be due by the right clock, and is noted in the history of its key.
 */
public final class VersionWatch {
    private final World world;
    private final Tally tally;
    private final Invariants invariants;
    private final History history;
    private final VersionHistory versions;
    private final AtomicLong lastNumber;
    private final HostClock clock;

    /** @param lastNumber of all versions and delete markers */
    public VersionWatch(
            World world,
            Tally tally,
            Invariants invariants,
            History history,
            VersionHistory versions,
            AtomicLong lastNumber) {
        this.world = world;
        this.tally = tally;
        this.invariants = invariants;
        this.history = history;
        this.versions = versions;
        this.lastNumber = lastNumber;
        this.clock = new HostClock(world);
    }

    VersionTable around(VersionTable table) {
        return new VersionTable() {
            @Override
            public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
                return table.find(object, version);
            }

            @Override
            public VersionPage list(VersionQuery query) {
                return table.list(query);
            }

            @Override
            public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
                ObjectVersion before = table.find(object, version);
                Deletion deletion = table.delete(object, version, condition);
                if (!condition.equals(Condition.NONE)) {
                    tally.add("lifecycle " + deletion.result(), 1);
                    if (before != null && deletion.result() == DeleteResult.DELETED) {
                        requireDue(before, version == null);
                        note(before, deletion, version == null);
                    }
                }
                invariants.check("a delete of a version");
                return deletion;
            }

            @Override
            public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
                return table.updateMetadata(update, version);
            }
        };
    }

    private void requireDue(ObjectVersion gone, boolean expires) {
        long since = expires ? gone.modifiedMillis() : gone.noncurrentMillis();
        boolean isMarkerAlone = !expires && gone.latest() && gone.isMarker();
        boolean isDue = isMarkerAlone || clock.millis() - since >= AgingRules.DAY.toMillis();
        boolean isCurrent = !expires && gone.latest() && !gone.isMarker();
        if (!AgingRules.cover(gone.object()) || !isDue || isCurrent) {
            world.violated("lifecycle: " + (expires ? "the object" : "version " + gone.id()) + " of " + gone.object()
                    + " is removed " + (isCurrent ? "though it is current" : "before its time") + ": modified "
                    + (clock.millis() - gone.modifiedMillis()) + " ms ago, replaced "
                    + (gone.latest() ? "not" : clock.millis() - gone.noncurrentMillis() + " ms ago"));
        }
    }

    private void note(ObjectVersion gone, Deletion deletion, boolean expires) {
        String key = gone.object().key();
        long now = world.time().now();
        if (gone.object().bucket().equals(ClientRole.BUCKET)) {
            history.add(key, new Operation(Operation.Kind.DELETE, 0, 0, Outcome.DONE, now, now));
        } else if (expires) {
            long number = lastNumber.incrementAndGet();
            VersionId marker = deletion.version();
            if (marker != null) {
                versions.made(marker, number);
            }
            versions.add(key, operation(VersionOperation.Kind.MARK, number, number(gone), now));
        } else {
            long target = gone.id().isNull() ? VersionOperation.NULL_VERSION : number(gone);
            versions.add(
                    key,
                    operation(
                            VersionOperation.Kind.REMOVE, 0, target == 0 ? VersionOperation.SOME_MARKER : target, now));
        }
    }

    private static VersionOperation operation(VersionOperation.Kind kind, long number, long target, long now) {
        return new VersionOperation(kind, number, target, List.of(), Outcome.DONE, now, now);
    }

    /** 0 if it is a marker that nobody was told of. */
    private long number(ObjectVersion version) {
        ObjectMapping row = version.row();
        return row == null
                ? versions.marker(version.id())
                : VersionsUser.numberOf(row.content().userMetadata());
    }
}
