package io.chameleon.balancer.epoch;

import io.chameleon.core.mapping.table.BalancerEpoch;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When the current epoch is due to end: one epoch length after it began. A new leader has not seen the beginning and
 * takes it from the table, so epochs end even if leaders live shorter. From then on it measures time itself, since
 * clocks jump, and an epoch that is too short makes all heat look low. If no beginning was recorded, it counts from its
 * election. Not safe from several threads.
 */
public final class EpochClock {
    private static final long NONE = -1;

    private final long lengthNanos;
    private final LongSupplier nanoTime;
    private long epoch = NONE;
    private long since;

    public EpochClock(Duration length, LongSupplier nanoTime) {
        this.lengthNanos = length.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Observes {@code current}, the current epoch. If it is new, its age is taken from the beginning that the table
     * gives.
     */
    public void observe(BalancerEpoch current, long nowMillis) {
        if (current.epoch() != epoch) {
            began(current.epoch());
            long age = current.beganMillis() == 0 ? 0 : Math.max(0, nowMillis - current.beganMillis());
            since -= Math.min(lengthNanos, TimeUnit.MILLISECONDS.toNanos(age));
        }
    }

    /** This epoch has just begun. */
    public void began(long current) {
        epoch = current;
        since = nanoTime.getAsLong();
    }

    public boolean isDue() {
        return epoch != NONE && nanoTime.getAsLong() - since >= lengthNanos;
    }
}
