package io.chameleon.balancer;

import io.chameleon.balancer.epoch.EpochClock;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.leader.Leadership;
import io.chameleon.balancer.lifecycle.LifecycleMetrics;
import io.chameleon.balancer.repair.RepairMetrics;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scheduler of a balancer process. While it leads, it ends an epoch each {@code balancer.epoch}, collects garbage
 * each {@code balancer.reap-interval}, looks for orphans each grace period and for abandoned uploads each minute,
 * carries out the buckets' rules each {@code balancer.lifecycle.interval}, finds damage, and repairs it concurrently.
 *
 * <p>An epoch that takes longer than its period is followed by the next at once; epochs never overlap. Failures are
 * logged, counted and retried: the scheduler survives a restart of the database and of ZooKeeper.
 */
public final class BalancerService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BalancerService.class);
    /** How soon an election, the end of an epoch or a plan left half applied is noticed. */
    private static final Duration TICK = Duration.ofMillis(200);

    /** Pause after a failed tick. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How soon new damage is noticed; while there is some, repair continues without a pause. */
    private static final Duration REPAIR = Duration.ofSeconds(1);

    /** How old the numbers of repair's metrics may be. */
    private static final Duration STATUS = Duration.ofSeconds(10);

    /** How soon the rest of a very large deleted object goes. */
    private static final Duration SWEEP = Duration.ofMinutes(1);

    /** How soon a confirmation of what reconciliation found is noticed. */
    private static final Duration CONFIRMED = Duration.ofMinutes(1);

    /** How soon a standby notices that an epoch has ended. */
    private static final Duration WATCH = Duration.ofSeconds(10);

    private static final Duration FINISH = Duration.ofSeconds(30);
    private static final Duration GIVE_UP = Duration.ofSeconds(5);

    private final Balancer balancer;
    private final BalancerConfig config;
    private final Leadership leadership;
    private final BalancerMetrics metrics;
    private final LongSupplier nanoTime;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor clockwork = new ScheduledThreadPoolExecutor(
            8, Thread.ofPlatform().daemon().name("chameleon-balancer-", 0).factory());
    /** One epoch at a time, whether the scheduler or an operator asked for it. Guards the fields below. */
    private final ReentrantLock epochs = new ReentrantLock();

    /** One pass at a time. */
    private final ReentrantLock reconciliations = new ReentrantLock();

    private final EpochClock epochClock;
    /** The fence under which no plan can be open except the one being applied. */
    private long settledFence;

    private long pauseUntil;

    public BalancerService(
            CuratorFramework zookeeper,
            Balancer balancer,
            BalancerConfig config,
            String holder,
            MeterRegistry registry) {
        this(zookeeper, balancer, config, holder, registry, System::nanoTime, InstantSource.system());
    }

    /**
     * @param nanoTime the ticker of the epochs
     * @param clock gives the age of the current epoch; near that of the metadata service
     */
    BalancerService(
            CuratorFramework zookeeper,
            Balancer balancer,
            BalancerConfig config,
            String holder,
            MeterRegistry registry,
            LongSupplier nanoTime,
            InstantSource clock) {
        this.balancer = balancer;
        this.config = config;
        this.leadership = new Leadership(zookeeper, balancer.table(), holder);
        this.metrics = new BalancerMetrics(
                registry, leadership::isHeld, () -> balancer.reconciler().halted());
        new RepairMetrics(registry, balancer.repairer());
        LifecycleMetrics.bind(registry, balancer.lifecycle(), leadership::isHeld);
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.epochClock = new EpochClock(config.epochLength(), nanoTime);
        this.pauseUntil = nanoTime.getAsLong();
    }

    public void start() throws Exception {
        leadership.start();
        every(TICK, BalancerTask.EPOCH, this::lead);
        every(config.reapInterval(), BalancerTask.REAPING, () -> {
            if (leadership.isHeld()) {
                metrics.reaped(balancer.reaper().reap());
            }
        });
        every(REPAIR, BalancerTask.DISCOVERY, () -> whileLeading(balancer.repairer()::discover));
        every(REPAIR, BalancerTask.REPAIR, () -> whileLeading(balancer.repairer()::repair));
        every(STATUS, BalancerTask.REPAIR_STATUS, () -> {
            if (leadership.isHeld()) {
                balancer.repairer().refreshStatus();
            }
        });
        every(config.grace(), BalancerTask.RECONCILIATION, () -> reconcile(balancer.reconciler()::reconcile));
        every(CONFIRMED, BalancerTask.RECONCILIATION, () -> reconcile(balancer.reconciler()::reconcileConfirmed));
        every(SWEEP, BalancerTask.SWEEPING, () -> onceIfLeading(this::sweep));
        every(config.lifecycle().interval(), BalancerTask.LIFECYCLE, this::lifecycle);
        every(WATCH, BalancerTask.WATCHING, () -> {
            if (!leadership.isHeld()) {
                balancer.watch();
            }
        });
    }

    /** Elected, and known to the mapping table as its leader. */
    public boolean isLeader() {
        return leadership.isHeld();
    }

    /**
     * Ends the epoch now, after one that is being ended; the next is due an epoch length later.
     *
     * @throws ChameleonError UNAVAILABLE if this process does not lead, FENCED if it has just ceased to
     */
    public EpochReport balanceNow() {
        epochs.lock();
        try {
            OptionalLong fence = leadership.fence();
            if (fence.isEmpty()) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "this balancer does not lead at present");
            }
            return balance(fence.getAsLong());
        } catch (ChameleonError e) {
            leadership.fenced(e);
            throw e;
        } finally {
            epochs.unlock();
        }
    }

    public Balancer balancer() {
        return balancer;
    }

    /**
     * Lets running work finish, at most half a minute, then gives up leadership. The next leader resumes a plan that
     * was cut off.
     */
    @Override
    public void close() throws IOException {
        clockwork.shutdown();
        try {
            if (!clockwork.awaitTermination(FINISH.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("balancing did not finish in {}; the next leader resumes its plan", FINISH);
                clockwork.shutdownNow();
                if (!clockwork.awaitTermination(GIVE_UP.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.warn("balancing goes on behind a closed service; the next leader's fence will stop it");
                }
            }
        } catch (InterruptedException e) {
            clockwork.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            leadership.close();
        }
    }

    /** Claims the fence after an election, finishes what was left half done, and ends the epoch when it is due. */
    private void lead() {
        epochs.lock();
        try {
            if (nanoTime.getAsLong() - pauseUntil < 0) {
                return;
            }
            OptionalLong fence = leadership.fence();
            if (fence.isEmpty()) {
                return;
            }
            if (settledFence != fence.getAsLong()) {
                epochClock.observe(balancer.table().balancerEpoch(), clock.millis());
                balancer.resume(fence.getAsLong());
                settledFence = fence.getAsLong();
            }
            if (epochClock.isDue()) {
                EpochReport unused = balance(fence.getAsLong());
            }
        } catch (RuntimeException e) {
            pauseUntil = nanoTime.getAsLong() + RETRY.toNanos();
            if (e instanceof ChameleonError error) {
                leadership.fenced(error);
            }
            throw e;
        } finally {
            epochs.unlock();
        }
    }

    /** Repeats while there is something to do, and this process leads. */
    private void whileLeading(LongPredicate step) {
        try {
            while (leadership.isHeld() && !clockwork.isShutdown()) {
                OptionalLong fence = leadership.fence();
                if (fence.isEmpty() || !step.test(fence.getAsLong())) {
                    break;
                }
            }
        } catch (ChameleonError e) {
            leadership.fenced(e);
            throw e;
        }
    }

    private void reconcile(LongToIntFunction pass) {
        reconciliations.lock();
        try {
            onceIfLeading(fence -> metrics.orphansDeleted(pass.applyAsInt(fence)));
        } finally {
            reconciliations.unlock();
        }
    }

    private void sweep(long fence) {
        int unused = balancer.sweeper().sweep(fence);
        int unusedRows = balancer.lostGarbage().giveUp();
    }

    /** One run over all buckets, or the rest of one that failed. */
    private void lifecycle() {
        if (!leadership.isHeld()) {
            balancer.lifecycle().rest();
            return;
        }
        whileLeading(fence -> balancer.lifecycle().step());
    }

    private void onceIfLeading(LongConsumer task) {
        whileLeading(fence -> {
            task.accept(fence);
            return false;
        });
    }

    private EpochReport balance(long fence) {
        long begin = nanoTime.getAsLong();
        settledFence = 0;
        BalancerEpoch ended = balancer.endEpoch(fence);
        epochClock.began(ended.epoch() + 1);
        EpochReport report = balancer.balance(fence, ended);
        settledFence = fence;
        metrics.balanced(report, Duration.ofNanos(nanoTime.getAsLong() - begin));
        return report;
    }

    /** A failure is logged and the next turn runs: the scheduler must survive a database restart. */
    private void every(Duration period, BalancerTask task, Runnable turn) {
        var unused = clockwork.scheduleWithFixedDelay(
                () -> {
                    try {
                        turn.run();
                    } catch (RuntimeException e) {
                        metrics.failed(task);
                        LOG.warn("{} failed and will be tried again: {}", task.label(), e.toString());
                    } catch (Error e) {
                        // Otherwise the scheduler would silently never run this task again.
                        metrics.failed(task);
                        LOG.error("{} met a defect and will be tried again", task.label(), e);
                    }
                },
                period.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }
}
