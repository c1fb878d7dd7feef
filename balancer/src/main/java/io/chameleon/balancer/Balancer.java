package io.chameleon.balancer;

import io.chameleon.balancer.copy.Migrator;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.epoch.EpochRunner;
import io.chameleon.balancer.garbage.Brake;
import io.chameleon.balancer.garbage.LostGarbage;
import io.chameleon.balancer.garbage.Reaper;
import io.chameleon.balancer.garbage.Reconciler;
import io.chameleon.balancer.garbage.UploadSweeper;
import io.chameleon.balancer.lifecycle.Lifecycle;
import io.chameleon.balancer.repair.RepairConfig;
import io.chameleon.balancer.repair.Repairer;
import io.chameleon.balancer.repair.Throttle;
import io.chameleon.balancer.repair.TokenBucket;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The balancer without a scheduler: its owner decides when an epoch ends and when to collect. {@link BalancerService}
 * does so by time and leadership; a replay does so by the count of requests. Calls block, so make them on a thread that
 * may wait.
 *
 * <p>Epochs, the reaper, the reconciler and the repairer may run concurrently, but only one epoch at a time.
 */
public final class Balancer {
    private final RemapTable table;
    private final EpochRunner epochs;
    private final Reaper reaper;
    private final Reconciler reconciler;
    private final UploadSweeper sweeper;
    private final LostGarbage lost;
    private final Lifecycle lifecycle;
    private final Repairer repairer;

    /** Repairs one object after the other, on the calling thread. */
    public Balancer(
            RemapTable table,
            GarbageTable garbage,
            RepairTable repairs,
            MetadataClient metadata,
            FlashClient flash,
            StripeCodec codec,
            Throttle throttle,
            WriteIds writeIds,
            InstantSource clock,
            BalancerConfig config) {
        this(table, garbage, repairs, metadata, flash, codec, throttle, writeIds, clock, config, Runnable::run);
    }

    /**
     * @param throttle limits repair and drains; {@link #throttle} makes that of production
     * @param executor runs repairs in parallel, as many as the config says
     */
    public Balancer(
            RemapTable table,
            GarbageTable garbage,
            RepairTable repairs,
            MetadataClient metadata,
            FlashClient flash,
            StripeCodec codec,
            Throttle throttle,
            WriteIds writeIds,
            InstantSource clock,
            BalancerConfig config,
            Executor executor) {
        this(
                table,
                garbage,
                repairs,
                metadata,
                flash,
                codec,
                throttle,
                writeIds,
                clock,
                config,
                executor,
                Brake.STANDARD);
    }

    /**
     * As the other one.
     *
     * @param brake of reconciliation; a non-standard one is for clusters so small that the standard one would never
     *     engage
     */
    public Balancer(
            RemapTable table,
            GarbageTable garbage,
            RepairTable repairs,
            MetadataClient metadata,
            FlashClient flash,
            StripeCodec codec,
            Throttle throttle,
            WriteIds writeIds,
            InstantSource clock,
            BalancerConfig config,
            Executor executor,
            Brake brake) {
        Duration timeout = config.requestTimeout();
        FlashServers servers = new FlashServers(metadata, flash, timeout);
        // Fair, because repair takes it again and again.
        ReadWriteLock relocations = new ReentrantReadWriteLock(true);
        Lock relocation = relocations.readLock();
        RepairConfig repair = config.repair();
        int most = config.mostPerPage();
        this.table = table;
        this.epochs = new EpochRunner(
                table,
                servers,
                WearPolicies.byName(config.policy(), config.policyConfig()),
                new Migrator(table, servers, codec, writeIds, relocation, repair.headroom()),
                config.candidates(),
                config.remapBatch(),
                config.keptEpochs());
        this.reaper = new Reaper(garbage, servers, config.reapDelay(), config.grace(), clock, most);
        this.reconciler = new Reconciler(garbage, servers, clock, config.grace(), relocations.writeLock(), brake, most);
        this.sweeper = new UploadSweeper(garbage, most);
        this.lost = new LostGarbage(garbage, repairs, most);
        InstantSource metadataClock =
                () -> Instant.ofEpochMilli(repairs.evacuating().nowMillis());
        this.lifecycle = new Lifecycle(metadata, timeout, config.lifecycle(), metadataClock, clock, most);
        this.repairer = new Repairer(
                repairs, garbage, servers, codec, throttle, clock, repair, config.grace(), most, relocation, executor);
    }

    /** The throttle of a config, in real time. */
    public static Throttle throttle(RepairConfig config) {
        return new TokenBucket(config.bytesPerSecond(), System::nanoTime, TokenBucket.Sleeper.THREAD);
    }

    /** Becomes the leader and finishes what the last one began. Returns the fence to balance with. */
    public long lead(String holder) {
        long fence = table.claim(holder).fence();
        resume(fence);
        return fence;
    }

    /** Where it reads and changes the state of epochs: who leads, and the current epoch. */
    RemapTable table() {
        return table;
    }

    /** Finishes plans that were left half applied. */
    void resume(long fence) {
        epochs.resume(fence);
    }

    /**
     * Ends the current epoch and balances.
     *
     * @throws io.chameleon.core.error.ChameleonError with code FENCED once another leader has taken over
     */
    public EpochReport runEpoch(long fence) {
        return balance(fence, endEpoch(fence));
    }

    /** The first half of {@link #runEpoch}: returns the epoch that has ended. */
    BalancerEpoch endEpoch(long fence) {
        return epochs.end(fence);
    }

    /** The second half of {@link #runEpoch}. */
    EpochReport balance(long fence, BalancerEpoch ended) {
        return epochs.balance(fence, ended);
    }

    /** What {@link #runEpoch} would plan now; changes nothing. */
    public BalancePlan dryRun() {
        return epochs.dryRun();
    }

    /** To be called now and then while another process leads. */
    void watch() {
        epochs.watch();
    }

    public Reaper reaper() {
        return reaper;
    }

    public Repairer repairer() {
        return repairer;
    }

    public Reconciler reconciler() {
        return reconciler;
    }

    public LostGarbage lostGarbage() {
        return lost;
    }

    public UploadSweeper sweeper() {
        return sweeper;
    }

    public Lifecycle lifecycle() {
        return lifecycle;
    }
}
