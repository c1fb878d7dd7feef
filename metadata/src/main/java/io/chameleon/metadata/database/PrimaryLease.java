package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Whether the database that answered was the primary a moment ago. A primary that is cut off or paused while its
 * standby is promoted continues to answer reads, with old data. But it cannot commit any more, since the standby it
 * waits for is gone. So a small commit that the standby has confirmed proves the primary, for a time shorter than any
 * failover. Safe from any thread.
 *
 * <p>A lease begins when its commit was <em>sent</em>, and is checked after an answer has arrived: an answer that a
 * frozen process or database held back is as old as its lease.
 */
final class PrimaryLease {
    /**
     * Failover managers wait longer than this for a silent primary: Patroni 30 s (its ttl), CloudNativePG 10 s and
     * more.
     */
    static final Duration LENGTH = Duration.ofSeconds(3);

    private final LongSupplier nanos;
    private final boolean needed;
    private final AtomicLong proven;

    private PrimaryLease(LongSupplier nanos, boolean needed) {
        this.nanos = nanos;
        this.needed = needed;
        this.proven = new AtomicLong(nanos.getAsLong() - LENGTH.toNanos() - 1);
    }

    /** A lease that must be renewed. */
    static PrimaryLease needed(LongSupplier nanos) {
        return new PrimaryLease(nanos, true);
    }

    /** Without a standby no other primary can arise. */
    static PrimaryLease unneeded() {
        return new PrimaryLease(() -> 0, false);
    }

    /** A commit that was sent then has been confirmed. */
    void renew(long sentNanos) {
        long unused = proven.accumulateAndGet(sentNanos, (before, sent) -> sent - before > 0 ? sent : before);
    }

    boolean holds() {
        return !needed || nanos.getAsLong() - proven.get() <= LENGTH.toNanos();
    }

    /** @throws ChameleonError {@code UNAVAILABLE} if the lease has expired */
    void require() {
        if (!holds()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "the mapping database has not proven for " + LENGTH.toSeconds()
                            + " s that a synchronous standby follows it");
        }
    }
}
