package io.chameleon.client.internal.call;

import io.chameleon.core.Require;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes that many may hold together. Nobody waits for them: who gets none holds less. Safe from any thread. */
public final class Budget {
    private final long capacity;
    private final AtomicLong used = new AtomicLong();

    public Budget(long capacity) {
        Require.that(capacity >= 1, "capacity of a budget", capacity, "at least 1 byte");
        this.capacity = capacity;
    }

    /** Takes them if they are there. */
    public boolean tryTake(long bytes) {
        if (used.addAndGet(bytes) <= capacity) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Takes what its taker cannot do without. */
    public void take(long bytes) {
        used.addAndGet(bytes);
    }

    public void give(long bytes) {
        used.addAndGet(-bytes);
    }

    public long left() {
        return Math.max(0, capacity - used.get());
    }
}
