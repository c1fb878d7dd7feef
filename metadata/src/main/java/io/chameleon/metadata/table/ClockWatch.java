package io.chameleon.metadata.table;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares this process's clock with the database's, which all processes of a cluster share, each minute. The age of writes and of garbage
 * is told by the clocks of the processes, so one that is ahead of the others would forget what they must still remember: beyond a bound
 * this process serves nothing until its clock is right.
 *
 * <p>{@code chameleon_metadata_clock_skew_seconds}: how far this clock is ahead, negative if it is behind; NaN before the first comparison.
 */
public final class ClockWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    /** A comparison is as exact as its round trip is short. */
    private static final long SLOWEST_MILLIS = 2_000;

    private final DataSource source;
    private final InstantSource clock;
    private final Duration bound;
    private final ScheduledExecutorService minutes = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("chameleon-clock-watch").daemon().factory());
    private volatile double skewSeconds = Double.NaN;

    /** Compares once before it returns, and refuses transactions of {@code database} from then on while the clocks are too far apart. */
    public ClockWatch(Database database, InstantSource clock, Duration grace, MeterRegistry registry) {
        this.source = database.pool();
        this.clock = clock;
        this.bound = bound(database.longestTransaction(), grace);
        compare();
        Gauge.builder("chameleon.metadata.clock.skew", this, watch -> watch.skewSeconds)
                .description("how far this process's clock is ahead of the database's")
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
        database.transactions().onlyWhile(this::requireAgreement);
        var unused = minutes.scheduleWithFixedDelay(
                this::compare, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Two processes, one ahead and one behind, are then within {@link PostgresGarbageTable}'s allowance, and within the grace period. */
    static Duration bound(Duration longestTransaction, Duration grace) {
        return (longestTransaction.compareTo(grace) < 0 ? longestTransaction : grace).dividedBy(2);
    }

    void compare() {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            long before = clock.millis();
            try (ResultSet now =
                    statement.executeQuery("select (extract(epoch from clock_timestamp()) * 1000)::bigint")) {
                long after = clock.millis();
                if (now.next() && after - before <= SLOWEST_MILLIS) {
                    note((before + after) / 2 - now.getLong(1));
                }
            }
        } catch (SQLException e) {
            LOG.debug("the database's clock cannot be read: {}", e.toString());
        }
    }

    private void note(long aheadMillis) {
        skewSeconds = aheadMillis / 1e3;
        if (Math.abs(aheadMillis) > bound.toMillis()) {
            LOG.error(
                    "this clock is {} s ahead of the database's, at most {} s are safe: nothing is served",
                    skewSeconds,
                    bound.toSeconds());
        }
    }

    private void requireAgreement() {
        if (Math.abs(skewSeconds) * 1e3 > bound.toMillis()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "the clock of this metadata process is " + skewSeconds + " s ahead of its database's, at most "
                            + bound.toSeconds() + " s either way are safe");
        }
    }

    @Override
    public void close() {
        minutes.shutdownNow();
    }
}
