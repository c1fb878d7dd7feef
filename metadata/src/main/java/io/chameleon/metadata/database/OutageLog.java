package io.chameleon.metadata.database;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator of the metadata service, once each time, that the database takes no transactions and why, and when
 * that is over. A database whose disk is full still answers reads, so an answer alone does not end an outage: no
 * transaction must have failed for some time. Safe from any thread.
 */
final class OutageLog {
    static final long QUIET_SECONDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);

    private final String database;
    private final LongSupplier nanos;
    /** Shortages that were told in this outage; empty while there is none. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private volatile long lastFailure;
    private volatile boolean closed;

    /** @param database as messages call it */
    OutageLog(String database, LongSupplier nanos) {
        this.database = database;
        this.nanos = nanos;
    }

    /**
     * A transaction could not be carried out.
     *
     * @param shortage what the database lacks: each is told once in an outage
     * @param heard what the database or the driver said, in one line
     */
    void failed(String shortage, String heard) {
        lastFailure = nanos.getAsLong();
        if (closed) {
            LOG.debug("{} is left: {}", database, heard);
            return;
        }
        if (told.add(shortage)) {
            LOG.warn("{} is not available{} ({})", database, shortage, heard);
        }
    }

    /** From now on this process leaves the database, so a transaction that fails says nothing of it. */
    void close() {
        closed = true;
    }

    /** A transaction was carried out. */
    void answered() {
        if (told.isEmpty() || nanos.getAsLong() - lastFailure < TimeUnit.SECONDS.toNanos(QUIET_SECONDS)) {
            return;
        }
        synchronized (this) {
            if (!told.isEmpty()) {
                told.clear();
                LOG.info("{} is available again: no transaction has failed for {} s", database, QUIET_SECONDS);
            }
        }
    }
}
