package io.chameleon.lab.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * When operations are due. Closed loop: as soon as a worker is free. Open loop: at a fixed rate, whether or not workers
 * are free. Times are of {@link System#nanoTime()}. Safe from any thread.
 */
final class Schedule {
    /** No more operations. */
    static final long OVER = Long.MIN_VALUE;

    private static final long LONGEST_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long start;
    private final long end;
    private final double ratePerSecond;
    private final BooleanSupplier interrupted;
    private final AtomicLong tickets = new AtomicLong();

    /** @param ratePerSecond 0 for a closed loop */
    Schedule(long startNanos, long lengthNanos, double ratePerSecond) {
        this(startNanos, lengthNanos, ratePerSecond, () -> false);
    }

    /** @param interrupted whether it is over before its end */
    Schedule(long startNanos, long lengthNanos, double ratePerSecond, BooleanSupplier interrupted) {
        this.interrupted = interrupted;
        this.start = startNanos;
        this.end = startNanos + lengthNanos;
        this.ratePerSecond = ratePerSecond;
    }

    /** Waits for the next operation and returns when it was due, which may be long ago; {@link #OVER} at the end. */
    long next() {
        if (System.nanoTime() - end >= 0 || interrupted.getAsBoolean()) {
            return OVER;
        }
        if (ratePerSecond == 0) {
            return System.nanoTime();
        }
        long due = start + (long) (tickets.getAndIncrement() * 1e9 / ratePerSecond);
        if (due - end >= 0) {
            return OVER;
        }
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(wait, LONGEST_PARK_NANOS));
            if (interrupted.getAsBoolean()) {
                return OVER;
            }
        }
        return due;
    }

    /** Operations that were due within the time and that no worker started. */
    long neverBegun() {
        if (ratePerSecond == 0) {
            return 0;
        }
        long due = (long) Math.ceil((end - start) * ratePerSecond / 1e9);
        return Math.max(0, due - tickets.get());
    }
}
