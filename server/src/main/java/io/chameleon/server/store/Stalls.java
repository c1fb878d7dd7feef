package io.chameleon.server.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * How long the device has been at its oldest read, write or sync that has not ended. A disk that hangs fails nothing
 * for minutes, and whoever sends it a write waits in vain. Safe from any thread.
 */
final class Stalls {
    /** A disk that tries again takes some seconds; clients give a fragment up after five. */
    static final Duration LONG = Duration.ofSeconds(10);

    private final LongSupplier ticker;
    /** When each began, by the ticker. */
    private final Map<Object, Long> begun = new ConcurrentHashMap<>();

    /** @param ticker as {@link System#nanoTime()} */
    Stalls(LongSupplier ticker) {
        this.ticker = ticker;
    }

    void during(Runnable operation) {
        Object key = new Object();
        begun.put(key, ticker.getAsLong());
        try {
            operation.run();
        } finally {
            begun.remove(key);
        }
    }

    /** Zero while it is at none. */
    Duration longest() {
        long now = ticker.getAsLong();
        return Duration.ofNanos(
                begun.values().stream().mapToLong(began -> now - began).max().orElse(0));
    }

    boolean areLong() {
        return longest().compareTo(LONG) >= 0;
    }
}
