package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of a mover, whose statements may take any time. A host that dies says nothing, and TCP waits for an
 * answer for a quarter of an hour or for ever, while the bucket takes no writes. So a connection is aborted that its
 * database does not know, or whose database has been silent for {@link #SILENT}; the phase is then begun again.
 */
final class MoverConnections {
    static final Duration SILENT = Duration.ofSeconds(30);

    private static final int ANSWER_MILLIS = 5_000;

    private static final String SINCE = "cast(extract(epoch from backend_start) as text)";

    private static final Logger LOG = LoggerFactory.getLogger(MoverConnections.class);

    /**
     * Who serves a connection.
     *
     * @param since seconds: after a failover the new primary, in a container of its own, has the same numbers of
     *     processes
     */
    record Backend(int process, String since) {}

    /** Which connections a database serves. */
    interface Backends {
        /** @throws SQLException if the database does not answer */
        boolean know(int number, Backend backend) throws SQLException;
    }

    private final class Open {
        final int number;
        final Connection connection;
        private final Backend backend;
        private long answeredNanos = nanos.getAsLong();

        Open(int number, Connection connection) throws SQLException {
            this.number = number;
            this.connection = connection;
            this.backend = backend(connection);
        }

        boolean isClosed() {
            try {
                return connection.isClosed();
            } catch (SQLException e) {
                return true;
            }
        }

        boolean isLost() {
            try {
                boolean known = backends.know(number, backend);
                answeredNanos = nanos.getAsLong();
                return !known;
            } catch (SQLException away) {
                return nanos.getAsLong() - answeredNanos >= SILENT.toNanos();
            }
        }
    }

    private final IntFunction<DataSource> sources;
    private final Backends backends;
    private final LongSupplier nanos;
    private final Set<Open> open = ConcurrentHashMap.newKeySet();

    /** @param sources of connections without a time limit, by the number of the database */
    MoverConnections(IntFunction<DataSource> sources, Backends backends, LongSupplier nanos) {
        this.sources = sources;
        this.backends = backends;
        this.nanos = nanos;
    }

    static MoverConnections to(List<Database> databases) {
        IntFunction<DataSource> sources = number -> databases.get(number).unlimited();
        return new MoverConnections(
                sources, (number, backend) -> isKnown(sources.apply(number), backend), System::nanoTime);
    }

    /** On a connection of its own: those of the pool may all be in use. */
    static boolean isKnown(DataSource source, Backend backend) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
            return Sql.isAny(
                    connection,
                    "select 1 from pg_stat_activity where pid = ? and " + SINCE + " = ?",
                    backend.process(),
                    backend.since());
        }
    }

    /** A new one, in a transaction, which the caller closes. */
    Connection open(int number) throws SQLException {
        Connection connection = sources.apply(number).getConnection();
        try {
            connection.setAutoCommit(false);
            // Nobody watches it yet.
            connection.setNetworkTimeout(Runnable::run, (int) SILENT.toMillis());
            Open opened = new Open(number, connection);
            connection.setNetworkTimeout(Runnable::run, 0);
            open.add(opened);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** By the database's word: what the driver was told at the start may be a number of a pooler in between. */
    private static Backend backend(Connection connection) throws SQLException {
        Backend backend = Sql.all(
                        connection,
                        "select pid, " + SINCE + " from pg_stat_activity where pid = pg_backend_pid()",
                        row -> new Backend(row.getInt(1), row.getString(2)))
                .getFirst();
        connection.commit();
        return backend;
    }

    /** Aborts those that are lost: whoever waits for them gets an exception. One thread at a time. */
    void check() {
        open.removeIf(Open::isClosed);
        for (Open each : open) {
            if (each.isLost() && !each.isClosed()) {
                abort(each);
            }
        }
    }

    private void abort(Open each) {
        LOG.warn("a connection to database {} is given up: the database does not answer on it", each.number);
        try {
            each.connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("a connection to database {} is not aborted", each.number, e);
        }
    }
}
