package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an exception of a transaction says of the database, by PostgreSQL's codes. */
final class DatabaseFailure {
    /** Serialization failure, deadlock, and the unique violation of two transactions that insert one key. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01", "23505");
    /** Connection lost; out of resources; shut down, cancelled or timed out; system error. */
    private static final Set<String> AWAY = Set.of("08", "53", "57", "58");
    /** Ended for idling; the server became read-only in a failover. */
    private static final Set<String> AWAY_CODES = Set.of("25P03", "25P04", "25006");

    /** What only the log of the database would say, and an operator has to mend. */
    private static final Map<String, String> SHORTAGES = Map.of(
            "53100", ": its disk is full",
            "53200", ": it is out of memory",
            "53300", ": it takes no more connections",
            "58030", ": its disk fails");

    /** A statement took longer than its timeout. */
    private static final String CANCELLED = "57014";

    private static final String NO_CONNECTION = "08";
    /** The database takes no connections, by its own setting. */
    private static final String NOT_ACCEPTING = "55000";
    /** Of the schema's triggers: the bucket moves to another database. */
    private static final String FROZEN = "57C01";

    private DatabaseFailure() {}

    /** Whether a restart of the transaction resolves it. */
    static boolean isConflict(RuntimeException e) {
        SQLException sql = e instanceof ChameleonError ? null : sqlCause(e);
        return e instanceof Transactions.ConflictException || (sql != null && CONFLICTS.contains(state(sql)));
    }

    /** Whether there is no connection. */
    static boolean isUnreachable(RuntimeException e) {
        SQLException sql = e instanceof ChameleonError ? null : sqlCause(e);
        return sql != null && (hasNoConnection(e) || state(sql).startsWith(NO_CONNECTION));
    }

    /** The pool has none to give. The database's own reason, which it may carry, is of no statement. */
    private static boolean hasNoConnection(Throwable e) {
        return e instanceof SQLTransientConnectionException || (e.getCause() != null && hasNoConnection(e.getCause()));
    }

    /** Whether the database takes no transactions now; one that took too long says nothing of the others. */
    static boolean isOutage(RuntimeException e) {
        SQLException sql = e instanceof ChameleonError ? null : sqlCause(e);
        return sql != null
                && (hasNoConnection(e)
                        || isAway(sql) && !Set.of(FROZEN, CANCELLED).contains(state(sql)));
    }

    /** What it lacks, after a colon; empty if it is just not there. */
    static String shortage(RuntimeException e) {
        SQLException sql = sqlCause(e);
        return sql == null ? "" : SHORTAGES.getOrDefault(state(sql), "");
    }

    /** Whether it says nothing of the database but that it does not answer now, or the one that was asked beside it. */
    static boolean isAway(Exception e) {
        if (e instanceof ChameleonError error) {
            return error.code() == ErrorCode.UNAVAILABLE || error.code() == ErrorCode.OVERLOADED;
        }
        SQLException sql = sqlCause(e);
        return sql != null && (hasNoConnection(e) || isAway(sql) || state(sql).equals(NOT_ACCEPTING));
    }

    /** What happened, in one line. Flyway says what in a line, and which in the next. */
    static String reason(Exception e) {
        String reason = String.valueOf(e.getMessage())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(2)
                .collect(Collectors.joining(": "));
        return reason.isEmpty() ? e.toString() : reason;
    }

    /** What the database said, in one line; what else happened, if it said nothing. */
    static String heard(Exception e) {
        SQLException sql = sqlCause(e);
        if (sql == null) {
            return reason(e);
        }
        // The driver itself says only that there was an I/O error.
        return sql.getCause() instanceof IOException cause && cause.getMessage() != null
                ? said(sql) + " " + reason(cause)
                : said(sql);
    }

    private static boolean isAway(SQLException sql) {
        String state = state(sql);
        return AWAY_CODES.contains(state) || (state.length() == 5 && AWAY.contains(state.substring(0, 2)));
    }

    /** What the caller of the transaction is told. */
    static RuntimeException translated(RuntimeException e) {
        SQLException sql = sqlCause(e);
        if (sql == null || e instanceof ChameleonError) {
            return e;
        }
        String state = state(sql);
        if (state.equals(FROZEN)) {
            return new ChameleonError(ErrorCode.UNAVAILABLE, said(sql), e);
        }
        return hasNoConnection(e) || isAway(sql)
                ? new ChameleonError(ErrorCode.UNAVAILABLE, "the mapping database is not available" + shortage(e), e)
                : new ChameleonError(ErrorCode.INTERNAL, "the mapping database refused a statement: " + state, e);
    }

    /** What the database says, without its level and its context. */
    private static String said(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceFirst("^ERROR: ", "");
    }

    static String state(SQLException e) {
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
