package io.chameleon.metadata.table;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Whether the database that answered was the primary a moment ago. A primary that is cut off or paused while its standby is promoted
 * goes on answering reads, with what it knew then. But it cannot commit any more, since the standby it waits for is gone: so a small commit
 * that the standby has confirmed proves the primary, for as long as no failover is over sooner. Safe from any thread.
 *
 * <p>A lease begins when its commit was <em>sent</em>, and is looked at after an answer has come: an answer that a frozen process or
 * database held back is as old as its lease.
 */
final class PrimaryLease {
    /** Managers wait longer than this for a primary that is silent: Patroni 30 s (its ttl), CloudNativePG 10 s and more. */
    static final Duration LENGTH = Duration.ofSeconds(3);

    private final LongSupplier nanos;
    private final boolean needed;
    private final AtomicLong proven;

    private PrimaryLease(LongSupplier nanos, boolean needed) {
        this.nanos = nanos;
        this.needed = needed;
        this.proven = new AtomicLong(nanos.getAsLong() - LENGTH.toNanos() - 1);
    }

    /** One that must be renewed. */
    static PrimaryLease needed(LongSupplier nanos) {
        return new PrimaryLease(nanos, true);
    }

    /** Where there is no standby, no other primary can arise. */
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

    /** @throws ChameleonError {@code UNAVAILABLE} if the lease is over */
    void require() {
        if (!holds()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "the mapping database has not proven for " + LENGTH.toSeconds()
                            + " s that a synchronous standby follows it");
        }
    }
}
