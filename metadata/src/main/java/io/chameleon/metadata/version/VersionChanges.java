package io.chameleon.metadata.version;

import io.chameleon.core.ObjectId;
import io.chameleon.metadata.statement.KeyLock;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import org.hibernate.StatelessSession;

/**
 * Changes of the table {@code object_version}. A row comes while the object's row is locked, or while there is none;
 * one that is deleted tells so to one transaction alone. Whatever may bring a former version back holds
 * {@link KeyLock}, and so does a commit that asks for one.
 */
public final class VersionChanges {
    private static final String ADD = """
            insert into object_version
                (bucket, object_key, position, content_high, content_low, marker, versioned, modified_millis, noncurrent_millis)
            select of.bucket, of.object_key,
                1 + coalesce((select max(position) from object_version v
                              where v.bucket = of.bucket and v.object_key = of.object_key), 0),
                ?, ?, ?, ?, ?, ?
            from (select cast(? as text) as bucket, cast(? as text) as object_key) of
            """;

    private static final String INSERT = """
            insert into %s
                (content_high, content_low, marker, versioned, modified_millis, noncurrent_millis, bucket, object_key, position)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /** What was the latest, a delete marker, no longer is. */
    private static final String COVER = """
            update object_version v set noncurrent_millis = ?
            where v.bucket = ? and v.object_key = ? and v.marker
                and v.position = (select max(position) from object_version n where n.bucket = v.bucket and n.object_key = v.object_key)
            """;

    private static final String DELETE =
            "delete from object_version where bucket = ? and object_key = ? and position = ?";

    private VersionChanges() {}

    /** Adds rows on top of their objects' others, in this order; their positions are not looked at. */
    public static void add(StatelessSession session, Collection<VersionRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            Sql.batch(connection, ADD, rows, (statement, row) -> {
                bindValues(statement, row);
                VersionRow.bind(statement, 7, row.object());
            });
        });
    }

    /** Inserts rows as they are into a table like {@code object_version}. */
    public static void insert(Connection connection, String table, Collection<VersionRow> rows) throws SQLException {
        Sql.batch(connection, INSERT.formatted(table), rows, (statement, row) -> {
            bindValues(statement, row);
            VersionRow.bind(statement, 7, row.object());
            statement.setLong(9, row.position());
        });
    }

    /** Tells of delete markers that something comes on top of them. */
    public static void cover(StatelessSession session, Collection<ObjectId> objects, long nowMillis) {
        if (objects.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            Sql.batch(connection, COVER, objects, (statement, object) -> {
                statement.setLong(1, nowMillis);
                VersionRow.bind(statement, 2, object);
            });
        });
    }

    /** False if another transaction has deleted it. */
    public static boolean delete(StatelessSession session, VersionRow row) {
        ObjectId object = row.object();
        return session.doReturningWork(
                connection -> Sql.update(connection, DELETE, object.bucket(), object.key(), row.position()) == 1);
    }

    /** All but its object and position. */
    private static void bindValues(PreparedStatement statement, VersionRow row) throws SQLException {
        statement.setLong(1, row.contentId().high());
        statement.setLong(2, row.contentId().low());
        statement.setBoolean(3, row.marker());
        statement.setBoolean(4, row.versioned());
        statement.setLong(5, row.modifiedMillis());
        statement.setLong(6, row.noncurrentMillis());
    }
}
