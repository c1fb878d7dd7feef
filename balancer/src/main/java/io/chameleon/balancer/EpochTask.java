package io.chameleon.balancer;

import io.chameleon.balancer.epoch.EpochClock;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.leader.Leadership;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Ends epochs while this process leads: each when it is due, or at once if an operator asks. */
final class EpochTask {
    /** Pause after a failed turn. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Balancer balancer;
    private final Leadership leadership;
    private final BalancerMetrics metrics;
    private final LongSupplier nanoTime;
    private final InstantSource clock;
    /** One epoch at a time, whether the scheduler or an operator asked for it. Guards the fields below. */
    private final ReentrantLock epochs = new ReentrantLock();

    private final EpochClock epochClock;
    /** The fence under which no plan can be open except the one being applied. */
    private long settledFence;

    private long pauseUntil;

    /**
     * @param nanoTime the ticker of the epochs
     * @param clock gives the age of the current epoch
     */
    EpochTask(
            Balancer balancer,
            Leadership leadership,
            BalancerMetrics metrics,
            Duration length,
            LongSupplier nanoTime,
            InstantSource clock) {
        this.balancer = balancer;
        this.leadership = leadership;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.epochClock = new EpochClock(length, nanoTime);
        this.pauseUntil = nanoTime.getAsLong();
    }

    /** Claims the fence after an election, finishes what was left half done, and ends the epoch when it is due. */
    void turn() {
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

    /** As {@link BalancerService#balanceNow}. */
    EpochReport balanceNow() {
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
}
