package io.chameleon.lab.simulation.check;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import io.chameleon.lab.simulation.role.ForwardingTables;
import io.chameleon.lab.simulation.role.ForwardingUploads;
import io.chameleon.lab.simulation.role.Tables;
import io.chameleon.lab.simulation.role.Tally;
import io.chameleon.lab.simulation.world.World;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sees every transaction. Checks that each change reserved to the leader was made under the current fence and that no
 * remap takes effect twice (invariant 5), and triggers the check of the other invariants after each change.
 */
public final class Watch extends ForwardingTables {
    private final World world;
    private final Tally tally;
    private final Invariants invariants;
    private final VersionWatch versionWatch;
    private final Set<String> applied = new HashSet<>();
    private long fence;
    private long epoch;

    public Watch(World world, Tables tables, Tally tally, Invariants invariants, VersionWatch versionWatch) {
        super(tables);
        this.world = world;
        this.tally = tally;
        this.invariants = invariants;
        this.versionWatch = versionWatch;
    }

    @Override
    public VersionTable versions() {
        return versionWatch.around(super.versions());
    }

    private void fenced(String what, long given) {
        if (given != fence) {
            world.violated(
                    "invariant 5: " + what + " under fence " + given + " was carried out while the fence was " + fence);
        }
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        List<CommitResult> results = super.commit(commits);
        results.forEach(result -> tally.add("commit " + result.status(), 1));
        for (int i = 0; i < commits.size(); i++) {
            String what = Chunks.isChunk(commits.get(i).id()) ? "chunk " : "large object ";
            if (ChunkUpload.of(commits.get(i)) != null) {
                tally.add(what + results.get(i).status(), 1);
            }
        }
        invariants.check("a commit");
        return results;
    }

    @Override
    public UploadTable uploads() {
        return new ForwardingUploads(this, super::uploads) {
            @Override
            public CommitResult complete(Completion completion) {
                CommitResult result = super.complete(completion);
                tally.add("upload " + result.status(), 1);
                invariants.check("a completion");
                return result;
            }

            @Override
            public boolean abort(ObjectId object, WriteId upload) {
                boolean found = super.abort(object, upload);
                tally.add("upload abort " + (found ? "DONE" : "NOT_FOUND"), 1);
                return found;
            }
        };
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        DeleteResult result = super.delete(id, condition);
        invariants.check("a delete");
        return result;
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        UpdateResult result = super.updateMetadata(update);
        invariants.check("an update of metadata");
        return result;
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        boolean found = super.discard(upload);
        tally.add("discard " + (found ? "DONE" : "NOT_FOUND"), 1);
        invariants.check("a discard");
        return found;
    }

    @Override
    public int sweepUploads(long given, int limit) {
        int swept = super.sweepUploads(given, limit);
        fenced("a sweep", given);
        invariants.check("a sweep");
        return swept;
    }

    @Override
    public BalancerEpoch claim(String holder) {
        BalancerEpoch claimed = super.claim(holder);
        if (claimed.fence() <= fence) {
            world.violated("invariant 5: fence " + claimed.fence() + " after " + fence);
        }
        fence = claimed.fence();
        return claimed;
    }

    @Override
    public BalancerEpoch advanceEpoch(long given) {
        BalancerEpoch next = super.advanceEpoch(given);
        fenced("the end of an epoch", given);
        if (next.epoch() <= epoch) {
            world.violated("epoch " + next.epoch() + " after " + epoch);
        }
        epoch = next.epoch();
        return next;
    }

    @Override
    public void storePlan(long given, StoredPlan plan) {
        super.storePlan(given, plan);
        fenced("a plan", given);
    }

    @Override
    public List<Remap.Outcome> remap(long given, List<Remap> remaps) {
        List<Remap.Outcome> outcomes = super.remap(given, remaps);
        fenced("a remap", given);
        for (int i = 0; i < remaps.size(); i++) {
            Remap remap = remaps.get(i);
            tally.add("remap " + outcomes.get(i), 1);
            String name = remap.id() + " " + remap.epoch() + " " + remap.expectedVersion();
            if (outcomes.get(i) == Remap.Outcome.APPLIED && !applied.add(name)) {
                world.violated("invariant 5: the remap of " + name + " was applied twice");
            }
            if (outcomes.get(i) == Remap.Outcome.APPLIED) {
                tally.add("remap " + remap.event(), 1);
            }
        }
        invariants.check("a remap");
        return outcomes;
    }

    @Override
    public Remap.Outcome migrate(long given, Migration migration) {
        Remap.Outcome outcome = super.migrate(given, migration);
        fenced("a migration", given);
        tally.add("migration " + outcome, 1);
        invariants.check("a migration");
        return outcome;
    }

    @Override
    public Remap.Outcome repair(long given, Repair repair) {
        List<Integer> missing = missing(repair);
        Remap.Outcome outcome = super.repair(given, repair);
        fenced("a repair", given);
        tally.add("repair " + outcome, 1);
        if (outcome == Remap.Outcome.APPLIED) {
            invariants.repaired(repair, missing);
        }
        invariants.check("a repair");
        return outcome;
    }

    /** The fragments of an object known to be missing before its repair. */
    private List<Integer> missing(Repair repair) {
        return super.objectsOn(repair.live().servers().getFirst(), null, Integer.MAX_VALUE).objects().stream()
                .filter(task -> task.row().id().equals(repair.id()))
                .flatMap(task -> task.missing().stream())
                .toList();
    }

    @Override
    public void collected(Collection<Long> garbageIds) {
        super.collected(garbageIds);
        invariants.check("a collection");
    }
}
