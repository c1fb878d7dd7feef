package io.chameleon.metadata.routing;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.FrozenBuckets;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which buckets are frozen in one database, as this process knows. It is asked every half second. An answer about a
 * bucket counts only if the database was asked less than {@link #VALID} before, and else it is asked again: the
 * mover waits for longer before what one database says of a bucket differs from what the other says. Safe from any
 * thread.
 */
public final class FreezeWatch {
    /** For longer than this no process goes by what it knew before. */
    public static final Duration VALID = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(FreezeWatch.class);

    /**
     * @param frozen whether each frozen bucket has left, or has not arrived
     * @param askedNanos just before the database was asked
     */
    private record Known(Map<String, Boolean> frozen, long askedNanos) {
        boolean hasLeft(String bucket) {
            return !frozen.isEmpty() && frozen.getOrDefault(bucket, false);
        }
    }

    private final Transactions transactions;
    private final LongSupplier ticker;
    private volatile Known known;
    private volatile boolean hasAnswered;

    /**
     * Asks for the first time. If the database does not answer, it is asked again as if its answer were old.
     *
     * @param ticker monotonic, nanoseconds
     */
    public FreezeWatch(Database database, LongSupplier ticker) {
        this.transactions = database.transactions();
        this.ticker = ticker;
        this.known = new Known(Map.of(), ticker.getAsLong() - VALID.toNanos() - 1);
        try {
            look();
        } catch (ChameleonError e) {
            LOG.debug("which buckets are frozen is asked again later: {}", e.toString());
        }
    }

    /** Asks the database. */
    public void look() {
        Known unused = newest(asked());
    }

    /** Whether the database has ever answered. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** An answer that was waited for longer does not take the place of one to a later question. */
    private synchronized Known newest(Known answer) {
        if (answer.askedNanos - known.askedNanos > 0) {
            known = answer;
        }
        hasAnswered = true;
        return known;
    }

    private Known asked() {
        long asked = ticker.getAsLong();
        return new Known(transactions.query(FrozenBuckets::all), asked);
    }

    /** Whether nothing of the bucket may be changed here, as was known last. */
    boolean isFrozen(String bucket) {
        return known.frozen.containsKey(bucket);
    }

    /** Whether the bucket has left, or has not arrived, as was known last. */
    boolean hasLeft(String bucket) {
        return known.hasLeft(bucket);
    }

    /** Whether what this database has just answered about the bucket counts. May wait for the database. */
    boolean counts(String bucket) {
        Known latest = known;
        boolean isOld = ticker.getAsLong() - latest.askedNanos > VALID.toNanos();
        return !(isOld ? newest(asked()) : latest).hasLeft(bucket);
    }
}
