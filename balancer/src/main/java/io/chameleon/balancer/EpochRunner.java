package io.chameleon.balancer;

import io.chameleon.core.mapping.BalancerEpoch;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.WearPolicy;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One epoch from end to end (design section 9). Owns no thread. */
public final class EpochRunner {
    private static final Logger LOG = LoggerFactory.getLogger(EpochRunner.class);

    private final RemapTable table;
    private final SnapshotReader snapshots;
    private final WearPolicy policy;
    private final PlanExecutor executor;
    private final Migrator migrator;
    private final int keptEpochs;

    EpochRunner(
            RemapTable table,
            SnapshotReader snapshots,
            WearPolicy policy,
            PlanExecutor executor,
            Migrator migrator,
            int keptEpochs) {
        this.table = table;
        this.snapshots = snapshots;
        this.policy = policy;
        this.executor = executor;
        this.migrator = migrator;
        this.keptEpochs = keptEpochs;
    }

    /**
     * Ends the current epoch and balances.
     *
     * <p>The epoch is advanced first: a leader that dies afterwards leaves an epoch without a plan, or one whose stored plan
     * the next leader resumes, but never two plans for one epoch.
     *
     * @throws io.chameleon.core.error.ChameleonError with code FENCED once another leader has taken over
     */
    public EpochReport run(long fence) {
        executor.resume(fence);
        BalancerEpoch next = table.advanceEpoch(fence);
        long ended = next.epoch() - 1;
        BalancePlan plan = policy.plan(snapshots.read(ended));
        Map<Remap.Outcome, Integer> outcomes = executor.execute(fence, ended, plan.remaps());
        int migrated = migrator.migrate(fence, plan.migrations(), ended);
        int compacted = table.compact(fence, ended - keptEpochs);
        LOG.info(
                "epoch {} ended: policy {}, wear {} -> {}, {} remaps {}, {} of {} migrations, {} log entries compacted",
                ended,
                plan.policy(),
                plan.before(),
                plan.after(),
                plan.remaps().size(),
                outcomes,
                migrated,
                plan.migrations().size(),
                compacted);
        return new EpochReport(plan, outcomes, migrated, table.countByState());
    }

    /** The plan of the current epoch if it ended now; changes nothing. */
    public BalancePlan dryRun() {
        return policy.plan(snapshots.read(table.balancerEpoch().epoch()));
    }

    /** Finishes the plan of a leader that is gone. */
    void resume(long fence) {
        executor.resume(fence);
    }
}
