package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in a transaction of its own. Conflicts with other transactions are retried from the start, a bounded number
 * of times. An unreachable database fails the attempt with {@code UNAVAILABLE}, since only the caller knows how long to
 * retry. The outcome of such a transaction is unknown, as its commit may have reached the database: every caller's work
 * is idempotent.
 */
public final class Transactions {
    /** Two transactions saw each other's change too late; a restart resolves it. */
    public static final class ConflictException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public ConflictException(String message) {
            super(message);
        }
    }

    static final int MAX_ATTEMPTS = 20;

    /** Serialization failure, deadlock, and the unique violation of two transactions that insert one key. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "23505");
    /** Connection lost; out of resources; shut down, cancelled or timed out; system error. */
    private static final Set<String> AWAY = Set.of("08", "53", "57", "58");
    /** Ended for idling; the server became read-only in a failover. */
    private static final Set<String> AWAY_CODES = Set.of("25P03", "25P04", "25006");

    private static final String NO_CONNECTION = "08";
    /** Of the schema's triggers: the bucket moves to another database. */
    private static final String FROZEN = "57C01";

    /** One statement directly on the driver. */
    public interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    /** The class of PostgreSQL's warnings: 01000 if a commit's wait for its standby was cancelled. */
    private static final String WARNING = "01";

    private final DataSource pool;
    private final SessionFactory sessions;
    private final PrimaryLease lease;
    private final Outage outage;
    private volatile Runnable condition = () -> {};
    private final Timer committed;
    private final Counter conflicts;

    Transactions(DataSource pool, SessionFactory sessions, PrimaryLease lease, Outage outage, MeterRegistry registry) {
        this.pool = pool;
        this.sessions = sessions;
        this.lease = lease;
        this.outage = outage;
        this.committed = Timer.builder("chameleon.metadata.transaction")
                .description("transactions that committed, with the wait for a connection and the sync")
                .publishPercentileHistogram()
                .register(registry);
        this.conflicts = Counter.builder("chameleon.metadata.transaction.conflicts")
                .description("attempts that met another transaction and were begun again")
                .register(registry);
    }

    /** From now on {@code required} also runs before each transaction; its exception refuses the transaction. */
    public synchronized void onlyWhile(Runnable required) {
        Runnable before = condition;
        condition = () -> {
            before.run();
            required.run();
        };
    }

    /** {@code work} may run more than once and must change only the database. */
    public <T> T run(Function<StatelessSession, T> work) {
        outage.require();
        condition.run();
        for (int attempt = 1; ; attempt++) {
            Timer.Sample duration = Timer.start();
            try {
                T result = once(work);
                lease.require();
                outage.answered();
                duration.stop(committed);
                return result;
            } catch (RuntimeException e) {
                if (!isConflict(e)) {
                    throw translated(e);
                }
                conflicts.increment();
                if (attempt == MAX_ATTEMPTS) {
                    throw new ChameleonError(
                            ErrorCode.OVERLOADED, "gave up after " + attempt + " conflicts with other transactions", e);
                }
            }
        }
    }

    /** A single read-only statement is a transaction by itself, and saves the round trip that ends one. */
    public <T> T query(Query<T> query) {
        outage.require();
        condition.run();
        return queryAnyhow(query);
    }

    /** As {@link #query}, also while transactions are refused: for what decides that. */
    <T> T queryAnyhow(Query<T> query) {
        Timer.Sample duration = Timer.start();
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(true);
            T result = query.run(connection);
            lease.require();
            outage.answered();
            duration.stop(committed);
            return result;
        } catch (SQLException e) {
            throw translated(new IllegalStateException(e));
        }
    }

    private <T> T once(Function<StatelessSession, T> work) {
        try (StatelessSession session = sessions.openStatelessSession()) {
            Transaction transaction = session.beginTransaction();
            try {
                session.doWork(Connection::clearWarnings);
                T result = work.apply(session);
                transaction.commit();
                session.doWork(Transactions::requireReplicated);
                return result;
            } catch (RuntimeException e) {
                rollBack(transaction, e);
                throw e;
            }
        }
    }

    /**
     * If an operator or a driver cancels the wait for a synchronous standby, PostgreSQL still commits and issues a
     * warning. The commit is then on one machine, and may be lost with it: its outcome is unknown. A repeat waits for
     * the standby again, as it comes later in the log.
     *
     * @param connection whose warnings were cleared before, and which has just committed
     */
    public static void requireReplicated(Connection connection) throws SQLException {
        for (SQLWarning warning = connection.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (state(warning).startsWith(WARNING)) {
                throw new ChameleonError(
                        ErrorCode.UNAVAILABLE,
                        "committed, and it is not known whether the standby has it: " + warning.getMessage(),
                        warning);
            }
        }
    }

    private static void rollBack(Transaction transaction, RuntimeException cause) {
        try {
            if (transaction.isActive()) {
                transaction.rollback();
            }
        } catch (RuntimeException e) {
            // The connection is gone, and the transaction with it.
            cause.addSuppressed(e);
        }
    }

    private static boolean isConflict(RuntimeException e) {
        SQLException sql = e instanceof ChameleonError ? null : sqlCause(e);
        return e instanceof ConflictException || (sql != null && CONFLICTS.contains(state(sql)));
    }

    private RuntimeException translated(RuntimeException e) {
        SQLException sql = sqlCause(e);
        if (sql == null || e instanceof ChameleonError) {
            outage.answered();
            return e;
        }
        String state = state(sql);
        if (sql instanceof SQLTransientConnectionException || state.startsWith(NO_CONNECTION)) {
            outage.connectionFailed();
        } else {
            outage.answered();
        }
        if (state.equals(FROZEN)) {
            return new ChameleonError(ErrorCode.UNAVAILABLE, said(sql), e);
        }
        boolean away = sql instanceof SQLTransientConnectionException
                || AWAY_CODES.contains(state)
                || (state.length() == 5 && AWAY.contains(state.substring(0, 2)));
        return away
                ? new ChameleonError(ErrorCode.UNAVAILABLE, "the mapping database is not available", e)
                : new ChameleonError(ErrorCode.INTERNAL, "the mapping database refused a statement: " + state, e);
    }

    /** What the database says, without its level and its context. */
    private static String said(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceFirst("^ERROR: ", "");
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }

    /** The most informative SQLException: for a failed batch, that of the failed statement. */
    private static @Nullable SQLException sqlCause(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                SQLException next = sql.getNextException();
                return next != null && next.getSQLState() != null ? next : sql;
            }
        }
        return null;
    }
}
