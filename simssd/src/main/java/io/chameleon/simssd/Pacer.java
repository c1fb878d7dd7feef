package io.chameleon.simssd;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Decides whether simulated device time passes for the caller. Called outside the device's lock, from any thread. */
@FunctionalInterface
public interface Pacer {
    /** The device was busy for {@code serviceNanos} on behalf of the calling thread. */
    void served(long serviceNanos);

    /** Time is only accounted: operations return at once. */
    static Pacer virtual() {
        return _ -> {};
    }

    /**
     * Time really passes: the device serves one operation after the other, and each returns when its turn is over.
     *
     * @param nanoTime a monotonic clock, {@code System::nanoTime} outside tests
     */
    static Pacer paced(LongSupplier nanoTime) {
        return new QueueingPacer(nanoTime, LockSupport::parkNanos);
    }
}
