package io.chameleon.balancer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When the current epoch is due to end: one epoch length after it began, as far as this process has seen. A new leader has not
 * seen the beginning and counts from its election: an epoch that is too long does no harm, one that is too short makes all heat
 * look low. Not safe from several threads.
 */
final class EpochClock {
    private static final long NONE = -1;

    private final long lengthNanos;
    private final LongSupplier nanoTime;
    private long epoch = NONE;
    private long since;

    EpochClock(Duration length, LongSupplier nanoTime) {
        this.lengthNanos = length.toNanos();
        this.nanoTime = nanoTime;
    }

    /** {@code current} is the current epoch; its time runs from the first call that says so. */
    void observe(long current) {
        if (current != epoch) {
            epoch = current;
            since = nanoTime.getAsLong();
        }
    }

    boolean isDue() {
        return epoch != NONE && nanoTime.getAsLong() - since >= lengthNanos;
    }
}
