package io.chameleon.balancer;

import io.chameleon.core.Durations;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs each task of a balancer now and then, on a few threads. */
final class Clockwork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Clockwork.class);
    private static final Duration FINISH = Duration.ofSeconds(30);
    private static final Duration GIVE_UP = Duration.ofSeconds(5);

    private final BalancerMetrics metrics;
    private final LongSupplier nanoTime;
    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(
            8, Thread.ofPlatform().daemon().name("chameleon-balancer-", 0).factory());

    /** @param nanoTime a ticker */
    Clockwork(BalancerMetrics metrics, LongSupplier nanoTime) {
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    boolean isShutdown() {
        return threads.isShutdown();
    }

    /** A failure is logged and the next turn runs: the scheduler must survive a database restart. */
    void every(Duration period, BalancerTask task, Runnable turn) {
        TaskLog log = new TaskLog(task.label(), nanoTime);
        var unused = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        turn.run();
                        log.ended();
                    } catch (RuntimeException e) {
                        metrics.failed(task);
                        log.failed(e);
                    } catch (Error e) {
                        // Otherwise the scheduler would silently never run this task again.
                        metrics.failed(task);
                        log.defect(e);
                    }
                },
                period.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Lets running work finish, at most half a minute. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(FINISH.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("balancing did not finish in {}; the next leader resumes its plan", Durations.text(FINISH));
                threads.shutdownNow();
                if (!threads.awaitTermination(GIVE_UP.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.warn("balancing goes on behind a closed service; the next leader's fence will stop it");
                }
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
