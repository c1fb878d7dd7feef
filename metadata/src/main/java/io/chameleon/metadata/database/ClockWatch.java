package io.chameleon.metadata.database;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock by which a metadata process tells the age of writes and of garbage, and stamps what it stores. It is the
 * database's clock, which all processes of a cluster share. It is read each minute and extrapolated by a monotonic
 * clock, so the host's clock may jump by years without a wrong stored time. The error is at most half the round trip of
 * the last comparison, a second.
 *
 * <p>Clients and servers use the clocks of their hosts. If the skew between the host's clock and the database's exceeds
 * a bound, one of them is wrong and it is unknown which: transactions are refused until they agree. Each transaction
 * checks this, without a statement.
 *
 * <p>{@code chameleon_metadata_clock_skew_seconds}: how far the host's clock is ahead, negative if it is behind; NaN
 * before the first comparison.
 */
public final class ClockWatch implements InstantSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);
    /** While transactions are refused, it compares at most this often. */
    private static final Duration REFUSED_PERIOD = Duration.ofSeconds(1);

    /** Until the first comparison nothing is served, so one slow answer is not all there is. */
    private static final int FIRST_TRIES = 3;

    private final Database database;
    private final InstantSource host;
    private final LongSupplier ticker;
    private final Duration bound;
    private final ScheduledExecutorService minutes = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("clock-watch").daemon().factory());
    private final AtomicBoolean isComparing = new AtomicBoolean();
    private volatile @Nullable ClockComparison latest;
    /** The latest comparison that agreed: while the clocks disagree, only the end of a transaction may still run. */
    private volatile @Nullable ClockComparison agreed;

    /** Why the database's clock could not be read last, after a colon; empty if it answered. */
    private volatile String unread = "";

    private boolean isToldWrong;

    /**
     * Compares before it returns, again if the answer was too slow. From then on it refuses transactions of
     * {@code database} while the clocks are too far apart.
     *
     * @param ticker monotonic, nanoseconds
     */
    public ClockWatch(
            Database database, InstantSource host, LongSupplier ticker, Duration grace, MeterRegistry registry) {
        this.database = database;
        this.host = host;
        this.ticker = ticker;
        this.bound = bound(database.longestTransaction(), grace);
        for (int tries = 0; tries < FIRST_TRIES && latest == null && compared(); tries++) {}
        Gauge.builder("chameleon.metadata.clock.skew", this, ClockWatch::skewSeconds)
                .description("how far this process's clock is ahead of the database's")
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
        database.transactions().onlyWhile(this::requireAgreement);
        var unused = minutes.scheduleWithFixedDelay(
                this::compare, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Two processes, one ahead and one behind, are then within {@link PostgresGarbageTable}'s allowance, and within the
     * grace period.
     */
    static Duration bound(Duration longestTransaction, Duration grace) {
        return (longestTransaction.compareTo(grace) < 0 ? longestTransaction : grace).dividedBy(2);
    }

    /** The database's time; before the first comparison, when no transaction is possible, the host's. */
    @Override
    public Instant instant() {
        ClockComparison from = agreed;
        return from == null ? host.instant() : Instant.ofEpochMilli(from.databaseMillis(ticker.getAsLong()));
    }

    /** Compares by a connection to a database that is not in use yet: once it is, it serves at once. */
    void compare(Connection connection) throws SQLException {
        ClockComparison.of(connection, host, ticker).ifPresent(this::note);
    }

    private void compare() {
        boolean unused = compared();
    }

    /** Returns whether the database has answered, if too slowly perhaps. */
    private boolean compared() {
        try {
            ClockComparison.of(database.pool(), host, ticker).ifPresent(this::note);
            unread = "";
            return true;
        } catch (SQLException | ChameleonError e) {
            unread = ": " + DatabaseFailure.heard(e);
            LOG.debug("the database's clock cannot be read: {}", e.toString());
            return false;
        }
    }

    /** The log has a line when the clocks begin to disagree, and one when they no longer do. */
    private synchronized void note(ClockComparison now) {
        boolean safe = isSafe(now.aheadMillis());
        if (safe) {
            agreed = now;
        }
        latest = now;
        if (safe && isToldWrong) {
            LOG.info("this clock agrees with the database's again: requests are served");
        } else if (!safe && !isToldWrong) {
            LOG.error("this clock {}: nothing is served", disagreement(now.aheadMillis()));
        }
        isToldWrong = !safe;
    }

    private String disagreement(long aheadMillis) {
        return "is " + Durations.text(Duration.ofMillis(Math.abs(aheadMillis)))
                + (aheadMillis < 0 ? " behind" : " ahead of") + " the database's, at most " + Durations.text(bound)
                + " either way is safe";
    }

    private boolean isSafe(long aheadMillis) {
        return Math.abs(aheadMillis) <= bound.toMillis();
    }

    private double skewSeconds() {
        return latest == null ? Double.NaN : aheadMillis(latest) / 1e3;
    }

    /** As of the last comparison, or by the host clock's jump since. */
    private long aheadMillis(ClockComparison last) {
        return host.millis() - last.databaseMillis(ticker.getAsLong());
    }

    /** Whether transactions are not refused. Compares again soon if they are: a caller that waits for it sends none. */
    public boolean agrees() {
        boolean agrees = problem().isEmpty();
        if (!agrees) {
            compareSoon();
        }
        return agrees;
    }

    private void requireAgreement() {
        String problem = problem();
        if (!problem.isEmpty()) {
            throw refused(problem);
        }
    }

    /** Why transactions are refused, after "this clock"; empty if they are not. */
    private String problem() {
        ClockComparison last = latest;
        if (last == null) {
            return "has not been compared with its database's yet" + unread;
        }
        long ahead = isSafe(last.aheadMillis()) ? aheadMillis(last) : last.aheadMillis();
        return isSafe(ahead) ? "" : disagreement(ahead);
    }

    private ChameleonError refused(String why) {
        compareSoon();
        return new ChameleonError(ErrorCode.UNAVAILABLE, "the clock of this metadata process " + why);
    }

    private void compareSoon() {
        if (isComparing.compareAndSet(false, true)) {
            try {
                var unused = minutes.schedule(
                        () -> {
                            isComparing.set(false);
                            compare();
                        },
                        REFUSED_PERIOD.toMillis(),
                        TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closed) {
                LOG.debug("not compared again: {}", closed.toString());
            }
        }
    }

    @Override
    public void close() {
        minutes.shutdownNow();
    }
}
