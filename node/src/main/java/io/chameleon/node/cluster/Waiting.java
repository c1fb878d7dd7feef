package io.chameleon.node.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls for conditions that come true by way of ZooKeeper, which notifies nothing here. */
final class Waiting {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Waiting() {}

    /** @throws IllegalStateException naming {@code what} if it has not come true within {@code limit} */
    static void until(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("waited " + limit.toSeconds() + " s until " + what + ", in vain");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
