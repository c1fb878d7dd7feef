package io.chameleon.lab.chaos.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Turns, at most so many a second. Those that nobody took are not made up for. */
final class Rate {
    private final long interval;
    private final LongSupplier nanoClock;
    private long next;

    /** @param perSecond 0: as many as are asked for */
    Rate(int perSecond, LongSupplier nanoClock) {
        this.interval = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.nanoClock = nanoClock;
        this.next = nanoClock.getAsLong();
    }

    /** Takes a turn and waits for it; returns false at once when the load has ended. */
    boolean await(CountDownLatch ended) throws InterruptedException {
        return !ended.await(take(), TimeUnit.NANOSECONDS);
    }

    /** Takes a turn, and returns the nanoseconds until it comes. */
    synchronized long take() {
        long now = nanoClock.getAsLong();
        long wait = Math.max(0, next - now);
        next = now + wait + interval;
        return wait;
    }
}
