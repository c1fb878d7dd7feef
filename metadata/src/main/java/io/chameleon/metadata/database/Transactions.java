package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;

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

    /** One statement directly on the driver. */
    public interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    private final Supplier<DatabaseAccess> access;
    private final PrimaryLease lease;
    private final Outage outage;
    private final OutageLog log;
    private volatile Runnable condition = () -> {};
    private final Timer committed;
    private final Counter conflicts;

    /**
     * @param access throws what callers are told while the database is not in use
     * @param log for the operator
     */
    Transactions(
            Supplier<DatabaseAccess> access, PrimaryLease lease, Outage outage, OutageLog log, MeterRegistry registry) {
        this.access = access;
        this.lease = lease;
        this.outage = outage;
        this.log = log;
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
        SessionFactory sessions = access.get().sessions();
        outage.require();
        condition.run();
        for (int attempt = 1; ; attempt++) {
            Timer.Sample duration = Timer.start();
            try {
                T result = once(sessions, work);
                lease.require();
                outage.answered();
                log.answered();
                duration.stop(committed);
                return result;
            } catch (RuntimeException e) {
                if (!DatabaseFailure.isConflict(e)) {
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
        DataSource pool = access.get().pool();
        outage.require();
        condition.run();
        return query(pool, query);
    }

    /** As {@link #query}, also while transactions are refused: for what decides that. */
    <T> T queryAnyhow(Query<T> query) {
        return query(access.get().pool(), query);
    }

    private <T> T query(DataSource pool, Query<T> query) {
        Timer.Sample duration = Timer.start();
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(true);
            T result = query.run(connection);
            lease.require();
            outage.answered();
            log.answered();
            duration.stop(committed);
            return result;
        } catch (SQLException e) {
            throw translated(new IllegalStateException(e));
        }
    }

    private static <T> T once(SessionFactory sessions, Function<StatelessSession, T> work) {
        try (StatelessSession session = sessions.openStatelessSession()) {
            Transaction transaction = session.beginTransaction();
            try {
                session.doWork(Connection::clearWarnings);
                T result = work.apply(session);
                transaction.commit();
                session.doWork(Replication::require);
                return result;
            } catch (RuntimeException e) {
                rollBack(transaction, e);
                throw e;
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

    /** Those that are cut off by the end of the pool are not told as an outage. */
    void close() {
        log.close();
    }

    private RuntimeException translated(RuntimeException e) {
        if (DatabaseFailure.isUnreachable(e)) {
            outage.connectionFailed();
        } else {
            outage.answered();
        }
        if (DatabaseFailure.isOutage(e)) {
            log.failed(DatabaseFailure.shortage(e), DatabaseFailure.heard(e));
        }
        return DatabaseFailure.translated(e);
    }
}
