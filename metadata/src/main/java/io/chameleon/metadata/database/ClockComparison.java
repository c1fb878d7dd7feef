package io.chameleon.metadata.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** The database's clock and the host's at one moment of the ticker. */
record ClockComparison(long databaseMillis, long hostMillis, long tickerNanos) {
    /** A comparison is as exact as its round trip is short. */
    private static final long SLOWEST_MILLIS = 2_000;

    /** As they are now; empty if the answer was too slow. */
    static Optional<ClockComparison> of(DataSource source, InstantSource host, LongSupplier ticker)
            throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(true);
            return of(connection, host, ticker);
        }
    }

    /** The same, by a connection without a transaction. */
    static Optional<ClockComparison> of(Connection connection, InstantSource host, LongSupplier ticker)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long beforeNanos = ticker.getAsLong();
            try (ResultSet now =
                    statement.executeQuery("select (extract(epoch from clock_timestamp()) * 1000)::bigint")) {
                long roundTrip = ticker.getAsLong() - beforeNanos;
                return now.next() && TimeUnit.NANOSECONDS.toMillis(roundTrip) <= SLOWEST_MILLIS
                        ? Optional.of(new ClockComparison(
                                now.getLong(1) + TimeUnit.NANOSECONDS.toMillis(roundTrip / 2),
                                host.millis(),
                                beforeNanos + roundTrip))
                        : Optional.empty();
            }
        }
    }

    long aheadMillis() {
        return hostMillis - databaseMillis;
    }

    long databaseMillis(long nowNanos) {
        return databaseMillis + TimeUnit.NANOSECONDS.toMillis(nowNanos - tickerNanos);
    }
}
