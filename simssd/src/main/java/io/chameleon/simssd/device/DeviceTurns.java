package io.chameleon.simssd.device;

import io.chameleon.simssd.Pacer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the operations of a device apart: they take effect one at a time, and none after the last.
 *
 * <p>Two locks. {@code state} covers every operation. {@code syncing} is taken before it, by syncs and by the close, so
 * that the slow force of one sync runs outside {@code state} and holds up no other operation.
 */
final class DeviceTurns {
    private final Pacer pacer;
    private final ReentrantLock syncing = new ReentrantLock();
    private final ReentrantLock state = new ReentrantLock();
    private boolean over;

    DeviceTurns(Pacer pacer) {
        this.pacer = pacer;
    }

    /** @param operation returns the simulated time it took, which passes outside the turn */
    void serve(LongSupplier operation) {
        long service;
        begin();
        try {
            service = operation.getAsLong();
        } finally {
            end();
        }
        pacer.served(service);
    }

    /** Begins a turn that {@link #end} ends; for operations that may not make garbage. */
    void begin() {
        state.lock();
        if (over) {
            state.unlock();
            throw closed();
        }
    }

    void end() {
        state.unlock();
    }

    <T> T take(Supplier<T> operation) {
        begin();
        try {
            return operation.get();
        } finally {
            end();
        }
    }

    void take(Runnable operation) {
        begin();
        try {
            operation.run();
        } finally {
            end();
        }
    }

    /** A turn that changes nothing; also after the last one, since what a closed device did can still be asked. */
    <T extends @Nullable Object> T look(Supplier<T> view) {
        state.lock();
        try {
            return view.get();
        } finally {
            state.unlock();
        }
    }

    long count(LongSupplier counter) {
        state.lock();
        try {
            return counter.getAsLong();
        } finally {
            state.unlock();
        }
    }

    /** Runs a sync or the like: one at a time, beside the turns, of which it may take some. */
    void apart(Runnable sync) {
        syncing.lock();
        try {
            if (over) {
                throw closed();
            }
            sync.run();
        } finally {
            syncing.unlock();
        }
    }

    /**
     * Ends all turns; does nothing if they have ended.
     *
     * @param last runs apart, while others still take turns
     * @param settle runs in the last turn, if {@code last} succeeded
     * @param release runs in any case, when there are no more turns
     */
    void close(Runnable last, Runnable settle, Runnable release) {
        syncing.lock();
        try {
            if (over) {
                return;
            }
            try {
                last.run();
                end(settle);
            } finally {
                end(release);
            }
        } finally {
            syncing.unlock();
        }
    }

    private void end(Runnable operation) {
        state.lock();
        try {
            operation.run();
        } finally {
            over = true;
            state.unlock();
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("flash device is closed");
    }
}
