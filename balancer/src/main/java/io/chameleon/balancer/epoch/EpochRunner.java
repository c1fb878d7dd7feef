package io.chameleon.balancer.epoch;

import io.chameleon.balancer.copy.BulkOutcome;
import io.chameleon.balancer.copy.Migrator;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.WearPolicy;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One epoch from end to end (docs/architecture.md, "An epoch"). Owns no thread. One call at a time, except
 * {@link #dryRun}.
 *
 * <p>The epoch is ended first: a leader that dies afterwards leaves an epoch without a plan, or one whose stored plan
 * the next leader resumes, but never two plans for one epoch.
 */
public final class EpochRunner {
    private static final Logger LOG = LoggerFactory.getLogger(EpochRunner.class);

    /** Of one transaction. */
    private static final int REDIRECTS_AT_ONCE = 2_000;

    private final RemapTable table;
    private final SnapshotReader snapshots;
    private final WearPolicy policy;
    private final PlanExecutor executor;
    private final Migrator migrator;
    private final Compaction compaction;
    private final int keptEpochs;

    /**
     * @param candidates how many of the hottest and of the coldest objects a snapshot holds
     * @param remapBatch remaps of one transaction
     * @param keptEpochs epochs of history kept by compaction
     */
    public EpochRunner(
            RemapTable table,
            FlashServers servers,
            WearPolicy policy,
            Migrator migrator,
            int candidates,
            int remapBatch,
            int keptEpochs) {
        this.table = table;
        this.snapshots = new SnapshotReader(servers, table, candidates);
        this.policy = policy;
        this.executor = new PlanExecutor(table, remapBatch);
        this.migrator = migrator;
        this.compaction = new Compaction(table);
        this.keptEpochs = keptEpochs;
    }

    /**
     * Finishes plans that are open, ends the current epoch and returns it as it was.
     *
     * @throws ChameleonError with code FENCED once another leader has taken over
     */
    public BalancerEpoch end(long fence) {
        executor.resume(fence);
        // Only the holder of the fence ends epochs, so this is the one that is ended next.
        BalancerEpoch ending = table.balancerEpoch();
        BalancerEpoch next = table.advanceEpoch(fence);
        return new BalancerEpoch(fence, next.epoch() - 1, ending.holder(), ending.beganMillis());
    }

    /**
     * Balances after an epoch.
     *
     * @throws ChameleonError with code FENCED once another leader has taken over
     */
    public EpochReport balance(long fence, BalancerEpoch epoch) {
        long ended = epoch.epoch();
        SnapshotReader.Seen seen = snapshots.read(epoch);
        BalancePlan plan = plan(seen.snapshot());
        redirect(fence, plan.redirects(), seen.hottestScore());
        Applied applied = executor.execute(fence, ended, plan.remaps());
        Map<BulkOutcome, Integer> migrations = migrator.migrate(fence, plan.migrations(), ended);
        if (!migrations.isEmpty()) {
            forgetCopies();
        }
        long compacted = compaction.run(fence, ended - keptEpochs);
        LOG.info(
                "epoch {} ended: policy {}, wear {} -> {}, {} groups redirected, {} remaps {}, {} migrations {}, {}"
                        + " log entries compacted",
                ended,
                plan.policy(),
                plan.before(),
                plan.after(),
                plan.redirects().size(),
                plan.remaps().size(),
                applied,
                plan.migrations().size(),
                migrations,
                compacted);
        return new EpochReport(plan, applied, migrations, countByState());
    }

    /** The plan of the current epoch if it ended now; changes nothing. */
    public BalancePlan dryRun() {
        return plan(snapshots.preview(table.balancerEpoch()).snapshot());
    }

    /** See {@link SnapshotReader#watch}. */
    public void watch() {
        snapshots.watch();
    }

    /** Finishes the plan of a leader that is gone. */
    public void resume(long fence) {
        executor.resume(fence);
    }

    private BalancePlan plan(ClusterSnapshot snapshot) {
        return PlanSize.bounded(policy.plan(snapshot), PlanSize.MAX_BYTES);
    }

    /**
     * Each redirect holds by itself, so a leader that dies in between leaves fewer of them, and the next epoch plans
     * the others again. Also without new ones: the hottest objects are others by now.
     */
    private void redirect(long fence, List<Redirect> redirects, double hottestScore) {
        int from = 0;
        do {
            int to = Math.min(from + REDIRECTS_AT_ONCE, redirects.size());
            table.redirect(fence, redirects.subList(from, to), hottestScore);
            from = to;
        } while (from < redirects.size());
    }

    /** The plan is carried out by now: an epoch does not fail because its states cannot be counted. */
    private Map<RedundancyState, Long> countByState() {
        try {
            return table.countByState();
        } catch (RuntimeException e) {
            LOG.warn("the objects were not counted: {}", e.toString());
            return Map.of();
        }
    }

    /** If no server answers, the next plan takes the copies for writes of clients. */
    private void forgetCopies() {
        try {
            snapshots.copiesAreDone();
        } catch (RuntimeException e) {
            LOG.warn("what was copied counts as written: {}", e.toString());
        }
    }
}
