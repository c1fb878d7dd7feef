package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Whether a database answers. If it is one of several, its calls do not wait while it does not, so that they leave the
 * threads of a process to the others: once a connection could not be had, one call a second tries again, and all others
 * fail at once.
 */
final class Outage {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String database;
    private final LongSupplier nanos;
    private final boolean refuses;
    private final AtomicLong lastTry = new AtomicLong();
    private volatile boolean failing;

    private Outage(String database, LongSupplier nanos, boolean refuses) {
        this.database = database;
        this.nanos = nanos;
        this.refuses = refuses;
    }

    /** @param database as messages call it */
    static Outage ofOneOfSeveral(String database, LongSupplier nanos) {
        return new Outage(database, nanos, true);
    }

    /** Nothing else needs the threads: each call tries. */
    static Outage ofTheOnly() {
        return new Outage("", () -> 0, false);
    }

    /** @throws ChameleonError {@code UNAVAILABLE} if it did not answer a moment ago, and others try already */
    void require() {
        if (refuses && failing && !mayTry()) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, database + " did not answer a moment ago");
        }
    }

    private boolean mayTry() {
        long last = lastTry.get();
        long now = nanos.getAsLong();
        return now - last >= PAUSE_NANOS && lastTry.compareAndSet(last, now);
    }

    void answered() {
        if (failing) {
            failing = false;
        }
    }

    void connectionFailed() {
        lastTry.set(nanos.getAsLong());
        failing = true;
    }

    boolean isFailing() {
        return failing;
    }
}
