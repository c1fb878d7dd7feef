package io.chameleon.balancer;

import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.BalancerEpoch;
import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.WearPolicies;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The balancer without a clockwork: whoever owns it says when an epoch ends and when to collect. {@link BalancerService} does so
 * by time and leadership; a replay does so by the count of requests. Blocks its caller, so call it on a virtual thread.
 */
public final class Balancer {
    private final RemapTable table;
    private final EpochRunner epochs;
    private final Reaper reaper;
    private final Reconciler reconciler;

    public Balancer(
            RemapTable table,
            GarbageTable garbage,
            MetadataClient metadata,
            FlashClient flash,
            StripeEncoder encoder,
            WriteIds writeIds,
            InstantSource clock,
            BalancerConfig config) {
        Duration timeout = config.requestTimeout();
        FlashServers servers = new FlashServers(metadata, flash, timeout);
        this.table = table;
        this.epochs = new EpochRunner(
                table,
                new SnapshotReader(servers, table, config.candidates()),
                WearPolicies.byName(config.policy(), config.policyConfig()),
                new PlanExecutor(table, config.remapBatch()),
                new Migrator(table, servers, encoder, writeIds, timeout),
                config.keptEpochs());
        this.reaper = new Reaper(garbage, servers, config.reapDelay(), timeout);
        this.reconciler = new Reconciler(garbage, servers, clock, config.grace(), timeout);
    }

    /** Becomes the leader and finishes what the last one began. Returns the fence to balance with. */
    public long lead(String holder) {
        BalancerEpoch claimed = table.claim(holder);
        epochs.resume(claimed.fence());
        return claimed.fence();
    }

    /** See {@link EpochRunner#run}. */
    public EpochReport runEpoch(long fence) {
        return epochs.run(fence);
    }

    public BalancePlan dryRun() {
        return epochs.dryRun();
    }

    public Reaper reaper() {
        return reaper;
    }

    public Reconciler reconciler() {
        return reconciler;
    }
}
