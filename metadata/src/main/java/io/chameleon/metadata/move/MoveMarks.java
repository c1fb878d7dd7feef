package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * What one database knows of moves.
 *
 * @param attempts the highest that has frozen each bucket there, by {@code moved_bucket}
 * @param frozen whether each frozen bucket has left, or has not arrived
 */
public record MoveMarks(Map<String, Long> attempts, Map<String, Boolean> frozen) {
    private static final String MARK = """
            insert into moved_bucket as m (name, attempt) values (?, ?)
            on conflict (name) do update set attempt = excluded.attempt where m.attempt < excluded.attempt
            """;

    /** Cost: a row for each bucket that has ever moved from the database, or to it. */
    static MoveMarks read(Connection connection) throws SQLException {
        Map<String, Long> attempts = new HashMap<>();
        Sql.all(
                        connection,
                        "select name, attempt from moved_bucket",
                        row -> Map.entry(row.getString(1), row.getLong(2)))
                .forEach(mark -> attempts.put(mark.getKey(), mark.getValue()));
        return new MoveMarks(attempts, FrozenBuckets.all(connection));
    }

    /** The highest attempt that has frozen one bucket here; 0 if none has. */
    static long newest(Connection connection, String bucket) throws SQLException {
        return Sql.all(connection, "select attempt from moved_bucket where name = ?", row -> row.getLong(1), bucket)
                .stream()
                .findFirst()
                .orElse(0L);
    }

    /** Whether the database has taken part in that move of the bucket, or in a later one. */
    boolean knows(LastMove move) {
        return attempts.getOrDefault(move.bucket(), 0L) >= move.copied();
    }

    /** Whether the bucket has been copied here by that move, or a later one, and has not left. */
    boolean holds(LastMove move) {
        return knows(move) && !frozen.getOrDefault(move.bucket(), false);
    }

    /** Whether the bucket has left by a move after that one. */
    boolean hasLeftSince(LastMove move) {
        return attempts.getOrDefault(move.bucket(), 0L) > move.copied() && frozen.getOrDefault(move.bucket(), false);
    }

    /** The highest attempt that the database has taken part in. */
    long newest() {
        return attempts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The attempts by which buckets of a database came there, as the first one says. */
    public static Map<String, Long> of(int number, Database first) {
        Map<String, Long> marks = new HashMap<>();
        LastMove.all(first).stream()
                .filter(move -> move.there() == number && move.decides())
                .forEach(move -> marks.put(move.bucket(), move.copied()));
        return marks;
    }

    /** Says of a database that was made anew that it has what came by these attempts. */
    public static void adopt(Database database, Map<String, Long> attempts) {
        int unused = database.transactions()
                .run(session -> session.doReturningWork(connection -> {
                    Sql.batch(connection, MARK, attempts.entrySet(), (statement, mark) -> {
                        statement.setString(1, mark.getKey());
                        statement.setLong(2, mark.getValue());
                    });
                    return attempts.size();
                }));
    }
}
