package io.chameleon.metadata.statement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.StatelessSession;

/**
 * The rows of {@code frozen_bucket}: buckets of which nothing may be changed in a database, since they are moving from
 * it or to it, or have left. Triggers refuse changes, whoever makes them: they are enabled when a bucket first moves.
 * Cost after that: a look-up in a small table for each row that is written.
 */
public final class FrozenBuckets {
    /** Where rows of a bucket are that change without a row of {@code object_mapping}, and that table. */
    private static final List<String> GUARDED = List.of(
            "object_mapping",
            "object_version",
            "multipart_upload",
            "upload_part",
            "chunk_upload",
            "component",
            "fragment_outbox",
            "bucket_grant",
            "bucket_claim",
            "bucket",
            "quota");

    private static final String ALL = "select bucket, has_left from frozen_bucket";

    private static final String UNGUARDED = """
            select name from unnest(cast(? as text[])) as guarded (name) where not exists (
                select 1 from pg_trigger where tgrelid = cast(name as regclass) and tgname = 'refuse_frozen' and tgenabled = 'O')
            """;

    private static final String FREEZE = """
            insert into frozen_bucket as f (bucket, attempt, has_left) values (?, ?, ?)
            on conflict (bucket) do update set attempt = excluded.attempt where f.attempt < excluded.attempt
            """;

    private FrozenBuckets() {}

    /** All that are frozen here, and whether each has left, or has not arrived. Some rows, by the number of moves. */
    public static Map<String, Boolean> all(Connection connection) throws SQLException {
        Map<String, Boolean> frozen = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(ALL)) {
            while (rows.next()) {
                frozen.put(rows.getString(1), rows.getBoolean(2));
            }
        }
        return frozen;
    }

    public static Set<String> names(StatelessSession session) {
        return session.doReturningWork(FrozenBuckets::all).keySet();
    }

    /** From now on changes are refused. Waits for running changes of each table, for a second at most. */
    public static void guard(Connection connection) throws SQLException {
        List<String> unguarded =
                Sql.all(connection, UNGUARDED, row -> row.getString(1), Sql.texts(connection, GUARDED, name -> name));
        connection.commit();
        for (String table : unguarded) {
            // Others wait behind a lock that is waited for.
            execute(connection, "set local lock_timeout = '1s'");
            execute(connection, "alter table " + table + " enable trigger refuse_frozen");
            connection.commit();
        }
    }

    /** This transaction may change what is frozen. */
    public static void pass(Connection connection) throws SQLException {
        execute(connection, "set local chameleon.mover = 'on'");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Freezes a bucket, or takes it over from an earlier attempt.
     *
     * @param hasLeft of a bucket that was not frozen
     * @return false if a later attempt has it
     */
    public static boolean freeze(Connection connection, String bucket, long attempt, boolean hasLeft)
            throws SQLException {
        return Sql.update(connection, FREEZE, bucket, attempt, hasLeft) > 0;
    }

    /** Takes a bucket over from an earlier attempt, if it is frozen. */
    public static void takeOver(Connection connection, String bucket, long attempt) throws SQLException {
        int unused = Sql.update(
                connection,
                "update frozen_bucket set attempt = ? where bucket = ? and attempt < ?",
                attempt,
                bucket,
                attempt);
    }

    /** Holds a frozen bucket until the end of the transaction; returns whether it is that attempt's. */
    public static boolean hold(Connection connection, String bucket, long attempt) throws SQLException {
        return Sql.isAny(
                connection, "select 1 from frozen_bucket where bucket = ? and attempt = ? for update", bucket, attempt);
    }

    public static void left(Connection connection, String bucket, long attempt, boolean hasLeft) throws SQLException {
        int unused = Sql.update(
                connection,
                "update frozen_bucket set has_left = ? where bucket = ? and attempt = ?",
                hasLeft,
                bucket,
                attempt);
    }

    /** Changes are possible again. */
    public static void thaw(Connection connection, String bucket, long attempt) throws SQLException {
        int unused =
                Sql.update(connection, "delete from frozen_bucket where bucket = ? and attempt = ?", bucket, attempt);
    }
}
