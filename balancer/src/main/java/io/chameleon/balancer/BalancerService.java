package io.chameleon.balancer;

import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.leader.Candidacy;
import io.chameleon.balancer.leader.Leadership;
import io.chameleon.balancer.lifecycle.LifecycleMetrics;
import io.chameleon.balancer.repair.RepairMetrics;
import io.chameleon.core.error.ChameleonError;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.apache.curator.framework.CuratorFramework;

/**
 * The scheduler of a balancer process. While it leads, it ends an epoch each {@code balancer.epoch}, collects garbage
 * each {@code balancer.reap-interval}, looks for orphans each grace period and for abandoned uploads each minute,
 * carries out the buckets' rules each {@code balancer.lifecycle.interval}, finds damage, and repairs it concurrently.
 *
 * <p>An epoch that takes longer than its period is followed by the next at once; epochs never overlap. Failures are
 * logged, counted and retried: the scheduler survives a restart of the database and of ZooKeeper.
 */
public final class BalancerService implements AutoCloseable {
    /** How soon an election, the end of an epoch or a plan left half applied is noticed. */
    private static final Duration TICK = Duration.ofMillis(200);

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

    /** How soon a leader that nobody serves is noticed. */
    private static final Duration REVIEW = Duration.ofSeconds(10);

    private final Balancer balancer;
    private final BalancerConfig config;
    private final Leadership leadership;
    private final Candidacy candidacy;
    private final Clockwork clockwork;
    private final EpochTask epochs;
    private final LeaderTasks tasks;

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
        this.candidacy = new Candidacy(leadership, balancer.table(), nanoTime);
        BalancerMetrics metrics = new BalancerMetrics(
                registry, leadership::isHeld, () -> balancer.reconciler().halted());
        new RepairMetrics(registry, balancer.repairer());
        LifecycleMetrics.bind(registry, balancer.lifecycle(), leadership::isHeld);
        this.clockwork = new Clockwork(metrics, nanoTime);
        this.epochs = new EpochTask(balancer, leadership, metrics, config.epochLength(), nanoTime, clock);
        this.tasks = new LeaderTasks(balancer, leadership, metrics, clockwork::isShutdown);
    }

    public void start() {
        leadership.stand();
        clockwork.every(TICK, BalancerTask.EPOCH, epochs::turn);
        clockwork.every(config.reapInterval(), BalancerTask.REAPING, tasks::reap);
        clockwork.every(REPAIR, BalancerTask.DISCOVERY, tasks::discover);
        clockwork.every(REPAIR, BalancerTask.REPAIR, tasks::repair);
        clockwork.every(STATUS, BalancerTask.REPAIR_STATUS, tasks::refreshStatus);
        clockwork.every(config.grace(), BalancerTask.RECONCILIATION, tasks::reconcile);
        clockwork.every(CONFIRMED, BalancerTask.RECONCILIATION, tasks::reconcileConfirmed);
        clockwork.every(SWEEP, BalancerTask.SWEEPING, tasks::sweep);
        clockwork.every(config.lifecycle().interval(), BalancerTask.LIFECYCLE, tasks::lifecycle);
        clockwork.every(WATCH, BalancerTask.WATCHING, tasks::watch);
        clockwork.every(REVIEW, BalancerTask.CANDIDACY, candidacy::review);
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
        return epochs.balanceNow();
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
        try {
            clockwork.close();
        } finally {
            leadership.close();
        }
    }
}
