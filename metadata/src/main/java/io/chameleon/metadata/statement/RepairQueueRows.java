package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;

/**
 * One transaction's changes to {@code repair_queue}, and to {@code repair_backlog} with it. Every change is made under
 * the lock of the object's own row. Each call is one statement, however many rows.
 */
public final class RepairQueueRows {
    private static final String WANTED = "unnest(cast(? as text[]), cast(? as text[])) as w(bucket, object_key)";

    private static final String DELETE = "delete from repair_queue q using " + WANTED
            + " where q.bucket = w.bucket and q.object_key = w.object_key returning q.margin, q.bytes, q.attempts";

    private static final String KNOWN = "select q.margin, q.bytes, q.attempts from " + WANTED
            + " join lateral (select * from repair_queue where bucket = w.bucket and object_key = w.object_key offset 0) q on true";

    private static final String PUT = """
            insert into repair_queue (bucket, object_key, write_high, write_low, missing, since_millis, margin, bytes, due_millis,
                attempts, problem)
            select w.bucket, w.object_key, w.high, w.low, cast(w.missing as integer[]), w.since, w.margin, w.bytes, 0, 0, ''
            from unnest(cast(? as text[]), cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]),
                cast(? as bigint[]), cast(? as smallint[]), cast(? as bigint[]))
              as w(bucket, object_key, high, low, missing, since, margin, bytes)
            on conflict (bucket, object_key) do update set write_high = excluded.write_high, write_low = excluded.write_low,
                missing = excluded.missing, since_millis = excluded.since_millis, margin = excluded.margin,
                bytes = excluded.bytes, due_millis = 0, attempts = 0, problem = ''
            """;

    private static final String POSTPONE = """
            update repair_queue set due_millis = ?, attempts = attempts + 1, problem = ?
            where bucket = ? and object_key = ? and write_high = ? and write_low = ? returning margin, attempts
            """;

    private final StatelessSession session;
    private final RepairBacklog backlog = new RepairBacklog();

    public RepairQueueRows(StatelessSession session) {
        this.session = session;
    }

    /** Queues these or updates their known damage; due at once. At most one per object. */
    public void put(Collection<RepairRow> rows) {
        if (!rows.isEmpty()) {
            session.doWork(connection ->
                    forget(connection, KNOWN, rows.stream().map(row -> row.id).toList()));
            putNew(rows);
        }
    }

    /** As {@link #put}, for objects of which none is queued. */
    public void putNew(Collection<RepairRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(PUT)) {
                bind(connection, statement, rows.stream().map(row -> row.id).toList());
                statement.setObject(
                        3, rows.stream().mapToLong(row -> row.writeId.high()).toArray());
                statement.setObject(
                        4, rows.stream().mapToLong(row -> row.writeId.low()).toArray());
                statement.setArray(
                        5,
                        texts(
                                connection,
                                rows.stream().map(RepairQueueRows::indexes).toArray(String[]::new)));
                statement.setObject(
                        6, rows.stream().mapToLong(row -> row.sinceMillis).toArray());
                statement.setArray(
                        7,
                        connection.createArrayOf(
                                "smallint", rows.stream().map(row -> row.margin).toArray(Short[]::new)));
                statement.setObject(8, rows.stream().mapToLong(row -> row.bytes).toArray());
                int unused = statement.executeUpdate();
            }
        });
        rows.forEach(row -> backlog.add(row.margin, 1, row.bytes, 0));
    }

    /** An array as text, since an array of arrays cannot have rows of different lengths. */
    private static String indexes(RepairRow row) {
        return Arrays.stream(row.missing).mapToObj(Integer::toString).collect(Collectors.joining(",", "{", "}"));
    }

    public void remove(Collection<ObjectId> ids) {
        if (!ids.isEmpty()) {
            session.doWork(connection ->
                    forget(connection, DELETE, ids.stream().map(ObjectKey::of).toList()));
        }
    }

    private void forget(Connection connection, String sql, List<ObjectKey> ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(connection, statement, ids);
            try (ResultSet gone = statement.executeQuery()) {
                backlog.subtract(gone);
            }
        }
    }

    /** Returns whether it was queued. */
    public boolean postpone(ObjectKey id, WriteKey writeId, long dueMillis, String problem) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(POSTPONE)) {
                statement.setLong(1, dueMillis);
                statement.setString(2, problem);
                statement.setString(3, id.bucket());
                statement.setString(4, id.key());
                statement.setLong(5, writeId.high());
                statement.setLong(6, writeId.low());
                try (ResultSet changed = statement.executeQuery()) {
                    boolean queued = changed.next();
                    if (queued && changed.getInt(2) == 1) {
                        backlog.add(changed.getShort(1), 0, 0, 1);
                    }
                    return queued;
                }
            }
        });
    }

    /** Updates the sums. Last in its transaction, so that others wait least. */
    public void flush() {
        backlog.flush(session);
    }

    /** Buckets and keys, as the first two parameters. */
    public static void bind(Connection connection, PreparedStatement statement, List<ObjectKey> ids)
            throws SQLException {
        statement.setArray(
                1, texts(connection, ids.stream().map(ObjectKey::bucket).toArray(String[]::new)));
        statement.setArray(2, texts(connection, ids.stream().map(ObjectKey::key).toArray(String[]::new)));
    }

    private static Array texts(Connection connection, String[] texts) throws SQLException {
        return connection.createArrayOf("text", texts);
    }
}
