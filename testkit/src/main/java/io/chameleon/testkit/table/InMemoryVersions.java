package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.bucket.Versioning;
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
import io.chameleon.testkit.table.VersionRows.Former;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The versions of {@link InMemoryMappingTable}, under its lock. */
final class InMemoryVersions implements VersionTable {
    private final Object lock;
    private final InMemoryRows rows;
    private final InMemoryCommits commits;
    private final RowRemoval removal;
    private final VersionHistory history;
    private final InstantSource clock;
    private final WriteIds markerIds;

    /** @param lock of the table */
    InMemoryVersions(
            Object lock,
            InMemoryRows rows,
            InMemoryCommits commits,
            RowRemoval removal,
            VersionHistory history,
            InstantSource clock) {
        this.lock = lock;
        this.rows = rows;
        this.commits = commits;
        this.removal = removal;
        this.history = history;
        this.clock = clock;
        this.markerIds = new WriteIds(clock, new SplittableRandom(21));
    }

    @Override
    public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        synchronized (lock) {
            return all(object).stream()
                    .filter(each -> version == null ? each.latest() : each.id().equals(version))
                    .findFirst()
                    .orElse(null);
        }
    }

    @Override
    public VersionPage list(VersionQuery query) {
        synchronized (lock) {
            return VersionListing.page(rows, this::all, query);
        }
    }

    /** Of one key, the newest first. */
    private List<ObjectVersion> all(ObjectId object) {
        List<ObjectVersion> all = new ArrayList<>();
        ObjectMapping current = rows.objects().get(object);
        if (current != null) {
            all.add(ObjectVersion.current(current));
        }
        for (Former each : rows.versions().of(object)) {
            boolean latest = all.isEmpty();
            ObjectMapping row = each.marker() ? null : history.row(object, each);
            all.add(new ObjectVersion(
                    object,
                    each.id(),
                    latest,
                    row == null ? each.modifiedMillis() : row.modifiedMillis(),
                    latest ? 0 : each.noncurrentMillis(),
                    row));
        }
        return all;
    }

    @Override
    public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        synchronized (lock) {
            Versioning versioning = rows.buckets().versioning(object.bucket());
            return version == null && versioning != Versioning.OFF
                    ? mark(object, condition, versioning)
                    : remove(object, version, condition);
        }
    }

    /** Adds a delete marker. */
    private Deletion mark(ObjectId object, Condition condition, Versioning versioning) {
        ObjectMapping before = rows.objects().get(object);
        if (!condition.holds(before)) {
            return Deletion.of(DeleteResult.PRECONDITION_FAILED);
        }
        long now = clock.millis();
        boolean kept = history.makeRoom(object, before, versioning, now);
        if (before != null && !kept) {
            removal.whole(before, now);
        }
        rows.log().drop(object);
        Former marker = new Former(markerIds.next(), true, versioning == Versioning.ENABLED, now, now);
        rows.versions().add(object, marker);
        return new Deletion(DeleteResult.DELETED, marker.id(), true);
    }

    /** Removes a version, or the object of a bucket that keeps none. */
    private Deletion remove(ObjectId object, @Nullable VersionId version, Condition condition) {
        ObjectVersion found = find(object, version);
        if (found == null) {
            return Deletion.of(DeleteResult.NOT_FOUND);
        }
        if (!found.meets(condition)) {
            return Deletion.of(DeleteResult.PRECONDITION_FAILED);
        }
        Former former = rows.versions().find(object, found.id());
        if (former != null) {
            history.remove(object, former);
        } else if (found.row() != null) {
            removal.whole(found.row(), clock.millis());
        }
        history.restoreNewest(object, clock.millis());
        return version == null
                ? Deletion.of(DeleteResult.DELETED)
                : new Deletion(DeleteResult.DELETED, found.id(), found.isMarker());
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
        synchronized (lock) {
            ObjectVersion found = find(update.id(), version);
            return commits.update(found == null ? null : found.row(), update, clock.millis());
        }
    }
}
