package io.chameleon.simssd;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Decides whether callers wait for simulated device time. Called outside the device's lock, from any thread. */
@FunctionalInterface
public interface Pacer {
    /**
     * An operation of the calling thread took {@code nanos} of simulated time: the time the device was busy with it or,
     * with {@link FlashParallelism}, the time since its arrival.
     */
    void served(long nanos);

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

    /**
     * Time really passes, for devices with {@link FlashParallelism}, which do the queueing themselves. An interrupt
     * ends the wait.
     *
     * @param nanoTime a monotonic clock, {@code System::nanoTime} outside tests
     */
    static Pacer waiting(LongSupplier nanoTime) {
        return nanos -> QueueingPacer.waitUntil(nanoTime.getAsLong() + nanos, nanoTime, LockSupport::parkNanos);
    }
}
