package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process still knows all databases of the mapping table. It asks the first one every ten seconds, and
 * serves nothing once there are more, or while it has not been able to ask for {@link #VALID}: by itself it would take
 * a bucket in a database that it does not know for one that nobody uses. Each transaction of the first database checks
 * this, without a statement. Those of the others need not: which bucket is there was learnt from the first.
 */
public final class CountWatch implements AutoCloseable {
    /** Far less than the time after which a new database gets buckets. */
    static final Duration VALID = Duration.ofMinutes(2);

    private static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(CountWatch.class);

    private final Transactions transactions;
    private final DatabaseCount count;
    private final LongSupplier ticker;
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("database-count").daemon().factory());
    private volatile int there;
    private volatile long askedNanos;

    /**
     * From now on it refuses transactions of {@code first} while the number is another, or not known.
     *
     * @param ticker monotonic, nanoseconds
     */
    public CountWatch(Database first, DatabaseCount count, LongSupplier ticker) {
        this.transactions = first.transactions();
        this.count = count;
        this.ticker = ticker;
        this.there = count.told();
        this.askedNanos = ticker.getAsLong();
        transactions.onlyWhile(this::require);
    }

    public void start() {
        var unused = turns.scheduleWithFixedDelay(
                this::askQuietly, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void askQuietly() {
        try {
            ask();
        } catch (RuntimeException e) {
            LOG.debug("the number of databases is asked again later: {}", e.toString());
        }
    }

    void ask() {
        long asked = ticker.getAsLong();
        there = transactions.queryAnyhow(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select databases from balancer_epoch where id = 1")) {
                row.next();
                return row.getInt(1);
            }
        });
        askedNanos = asked;
    }

    void require() {
        count.require(there);
        if (ticker.getAsLong() - askedNanos > VALID.toNanos()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE, "the first mapping database has not said lately how many there are");
        }
    }

    @Override
    public void close() {
        turns.shutdownNow();
    }
}
