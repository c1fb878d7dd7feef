package io.chameleon.balancer;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clockwork of a balancer process: while it leads, it ends an epoch each {@code balancer.epoch}, collects garbage each
 * {@code balancer.reap-interval}, and looks for orphans each grace period.
 */
public final class BalancerService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BalancerService.class);

    private final Balancer balancer;
    private final BalancerConfig config;
    private final Leadership leadership;
    private final BalancerMetrics metrics;
    private final ScheduledExecutorService clockwork = Executors.newScheduledThreadPool(
            3, Thread.ofPlatform().daemon().name("chameleon-balancer-", 0).factory());
    /** One epoch at a time, whether the clock or an operator asked for it. */
    private final ReentrantLock epochLock = new ReentrantLock();

    public BalancerService(
            CuratorFramework zookeeper,
            Balancer balancer,
            BalancerConfig config,
            String holder,
            MeterRegistry registry) {
        this.balancer = balancer;
        this.config = config;
        this.leadership = new Leadership(zookeeper, balancer, holder);
        this.metrics = new BalancerMetrics(registry);
    }

    public void start() throws Exception {
        leadership.start();
        every(config.epochLength(), config.epochLength(), "epoch", this::balanceIfLeader);
        every(config.reapInterval(), config.reapInterval(), "reaping", () -> {
            if (leadership.fence().isPresent()) {
                metrics.reaped(balancer.reaper().reap());
            }
        });
        every(config.grace(), config.grace(), "reconciliation", () -> {
            if (leadership.fence().isPresent()) {
                metrics.orphansDeleted(balancer.reconciler().reconcile());
            }
        });
    }

    public boolean isLeader() {
        return leadership.fence().isPresent();
    }

    /**
     * Ends the epoch now.
     *
     * @throws ChameleonError UNAVAILABLE if this process does not lead
     */
    public EpochReport balanceNow() {
        OptionalLong fence = leadership.fence();
        if (fence.isEmpty()) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "this balancer does not lead at present");
        }
        epochLock.lock();
        try {
            EpochReport report = balancer.runEpoch(fence.getAsLong());
            metrics.balanced(report);
            return report;
        } catch (ChameleonError e) {
            leadership.fenced(e);
            throw e;
        } finally {
            epochLock.unlock();
        }
    }

    public Balancer balancer() {
        return balancer;
    }

    /** Lets a running epoch finish, then gives up leadership. */
    @Override
    public void close() throws Exception {
        clockwork.shutdown();
        if (!clockwork.awaitTermination(30, TimeUnit.SECONDS)) {
            LOG.warn("balancing did not finish in 30 s; the next leader resumes its plan");
            clockwork.shutdownNow();
        }
        leadership.close();
    }

    private void balanceIfLeader() {
        if (leadership.fence().isPresent()) {
            balanceNow();
        }
    }

    /** A failure is logged and the next turn tried: the clockwork must outlive a database restart. */
    private void every(Duration first, Duration period, String what, Runnable task) {
        var unused = clockwork.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.warn("{} failed, trying again in {}: {}", what, period, e.toString());
                    }
                },
                first.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }
}
