package io.chameleon.simssd;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A single queue, first come, first served: an operation starts when the one before it has ended. An interrupt ends the
 * wait.
 */
final class QueueingPacer implements Pacer {
    private final LongSupplier nanoTime;
    private final LongConsumer park;
    private long busyUntil;

    QueueingPacer(LongSupplier nanoTime, LongConsumer park) {
        this.nanoTime = nanoTime;
        this.park = park;
        this.busyUntil = nanoTime.getAsLong();
    }

    @Override
    public void served(long serviceNanos) {
        waitUntil(reserve(serviceNanos), nanoTime, park);
    }

    static void waitUntil(long end, LongSupplier nanoTime, LongConsumer park) {
        long left = end - nanoTime.getAsLong();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            park.accept(left);
            left = end - nanoTime.getAsLong();
        }
    }

    private synchronized long reserve(long serviceNanos) {
        long now = nanoTime.getAsLong();
        long start = busyUntil - now > 0 ? busyUntil : now;
        busyUntil = start + serviceNanos;
        return busyUntil;
    }
}
