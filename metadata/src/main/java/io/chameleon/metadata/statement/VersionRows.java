package io.chameleon.metadata.statement;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code object_version}: versions that are not a row of {@code object_mapping} under their object's name.
 *
 * <p>A row comes while the object's row is locked, or while there is none; one that is deleted tells so to one
 * transaction alone. Whatever may bring a former version back holds {@link #lock}, and so does a commit that asks
 * for one.
 */
public final class VersionRows {
    /**
     * A row.
     *
     * @param position the newest of an object has the highest
     * @param contentId names the version, and its component unless it is a delete marker
     */
    public record Row(
            ObjectId object,
            long position,
            WriteId contentId,
            boolean marker,
            boolean versioned,
            long modifiedMillis,
            long noncurrentMillis) {
        public VersionId id() {
            return VersionId.of(contentId, versioned);
        }

        /** The row of its bytes; a delete marker has none. */
        public ObjectId component() {
            return Components.id(object.bucket(), contentId);
        }

        /** @param bytes null for a delete marker */
        public ObjectVersion version(boolean latest, @Nullable ObjectMapping bytes) {
            // Its metadata may have been updated since.
            long modified = bytes == null ? modifiedMillis : bytes.modifiedMillis();
            return new ObjectVersion(object, id(), latest, modified, latest ? 0 : noncurrentMillis, bytes);
        }
    }

    /** As {@link #row} reads them. */
    static final String COLUMNS = "v.bucket as v_bucket, v.object_key as v_key, v.position as v_position,"
            + " v.content_high as v_high, v.content_low as v_low, v.marker as v_marker, v.versioned as v_versioned,"
            + " v.modified_millis as v_modified, v.noncurrent_millis as v_noncurrent";

    /** Position of a current version, before the others of its object. */
    static final long CURRENT = Long.MAX_VALUE - 1;

    /** A row m of {@code object_mapping} as {@link #COLUMNS}. */
    static final String OF_CURRENT = "m.bucket as v_bucket, m.object_key as v_key, " + CURRENT + " as v_position,"
            + " m.content_high as v_high, m.content_low as v_low, false as v_marker, m.versioned as v_versioned,"
            + " m.modified_millis as v_modified, cast(0 as bigint) as v_noncurrent";

    private static final String OF_OBJECT = " from object_version v where v.bucket = ? and v.object_key = ?";

    private static final String NEWEST = "select " + COLUMNS + OF_OBJECT + " order by v.position desc limit ?";

    private static final String BY_NAME =
            "select " + COLUMNS + OF_OBJECT + " and v.versioned and v.content_high = ? and v.content_low = ?";

    private static final String FORMER =
            "select 1" + OF_OBJECT + " and not v.marker and v.content_high = ? and v.content_low = ?";

    private static final String NULL_VERSION = "select " + COLUMNS + OF_OBJECT + " and not v.versioned";

    /**
     * Joins the bytes of versions. The content ids are those of the components, whose rows they name by 32 hexadecimal
     * digits.
     */
    static final String WITH_BYTES = " left join object_mapping m on not v.marker and m.bucket = v.bucket || '"
            + Components.bucket("") + "' and m.object_key ="
            + " lpad(to_hex(v.content_high), 16, '0') || lpad(to_hex(v.content_low), 16, '0')";

    /** The current version, the newest other, and the one that is asked for. */
    private static final String FIND = "(select " + OF_CURRENT + ", m.* from object_mapping m"
            + " where m.bucket = ? and m.object_key = ?) union all (select " + COLUMNS + ", m.*"
            + " from (select * from object_version of where of.bucket = ? and of.object_key = ? and (not of.versioned"
            + " or of.content_high = ? and of.content_low = ? or of.position = (select max(position)"
            + " from object_version n where n.bucket = of.bucket and n.object_key = of.object_key))) v" + WITH_BYTES
            + ") order by v_position desc";

    /** In history, or released and not swept yet: then the component alone tells. */
    private static final String KNOWN = """
            select v.content_high, v.content_low
            from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[])) as of(bucket, high, low)
            cross join lateral (
                select content_high, content_low from object_version
                where bucket = of.bucket and content_high = of.high and content_low = of.low
                union all
                select content_high, content_low from component
                where bucket = of.bucket and content_high = of.high and content_low = of.low) v
            """;

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

    /** In the order of what is locked, whoever asks for which objects: so no two transactions wait for each other. */
    static final String LOCK = """
            select pg_advisory_xact_lock(hash)
            from (select distinct hashtextextended(name, 0) as hash from unnest(cast(? as text[])) as of(name)
                  order by hash) locked
            """;

    private VersionRows() {}

    /** Until the end of the transaction. Taken before any row is locked, so that it cannot deadlock with one. */
    public static void lock(StatelessSession session, ObjectId object) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
                bindLock(connection, statement, 1, List.of(object));
                statement.execute();
            }
        });
    }

    static void bindLock(Connection connection, PreparedStatement statement, int at, Collection<ObjectId> objects)
            throws SQLException {
        statement.setArray(
                at,
                connection.createArrayOf(
                        "text", objects.stream().map(ObjectId::toString).toArray()));
    }

    /** The newest rows of an object, from the newest on. */
    public static List<Row> newest(StatelessSession session, ObjectId object, int limit) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(NEWEST)) {
                bind(statement, 1, object);
                statement.setInt(3, limit);
                return rows(statement.executeQuery());
            }
        });
    }

    public static @Nullable Row find(Connection connection, ObjectId object, VersionId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(id.isNull() ? NULL_VERSION : BY_NAME)) {
            bind(statement, 1, object);
            if (!id.isNull()) {
                statement.setLong(3, id.contentId().high());
                statement.setLong(4, id.contentId().low());
            }
            List<Row> found = rows(statement.executeQuery());
            return found.isEmpty() ? null : found.getFirst();
        }
    }

    /** Whether a write made a version of an object that is kept, and is not the current one. */
    public static boolean isFormer(Connection connection, ObjectId object, WriteId contentId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FORMER)) {
            bind(statement, 1, object);
            statement.setLong(3, contentId.high());
            statement.setLong(4, contentId.low());
            try (ResultSet found = statement.executeQuery()) {
                return found.next();
            }
        }
    }

    /** Of these writes to these objects, those that made a version that is no longer current. */
    static Set<WriteId> known(Connection connection, Collection<ObjectId> objects, Collection<WriteId> contentIds)
            throws SQLException {
        Set<WriteId> known = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(KNOWN)) {
            statement.setArray(
                    1,
                    connection.createArrayOf(
                            "text", objects.stream().map(ObjectId::bucket).toArray()));
            statement.setObject(2, WriteKey.highs(List.copyOf(contentIds)));
            statement.setObject(3, WriteKey.lows(List.copyOf(contentIds)));
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    known.add(new WriteId(found.getLong(1), found.getLong(2)));
                }
            }
        }
        return known;
    }

    /** As {@link #known}, in a session. */
    public static Set<WriteId> known(
            StatelessSession session, Collection<ObjectId> objects, Collection<WriteId> contentIds) {
        return session.doReturningWork(connection -> known(connection, objects, contentIds));
    }

    /** Adds rows on top of their objects' others, in this order; their positions are not looked at. */
    public static void add(StatelessSession session, Collection<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ADD)) {
                for (Row row : rows) {
                    bindValues(statement, row);
                    bind(statement, 7, row.object);
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Inserts rows as they are into a table like {@code object_version}. */
    public static void insert(Connection connection, String table, Collection<Row> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT.formatted(table))) {
            for (Row row : rows) {
                bindValues(statement, row);
                bind(statement, 7, row.object);
                statement.setLong(9, row.position);
                statement.addBatch();
            }
            int[] unused = statement.executeBatch();
        }
    }

    /** Tells of delete markers that something comes on top of them. */
    public static void cover(StatelessSession session, Collection<ObjectId> objects, long nowMillis) {
        if (objects.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(COVER)) {
                for (ObjectId object : objects) {
                    statement.setLong(1, nowMillis);
                    bind(statement, 2, object);
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** False if another transaction has deleted it. */
    public static boolean delete(StatelessSession session, Row row) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
                bind(statement, 1, row.object);
                statement.setLong(3, row.position);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /**
     * A row and its bytes.
     *
     * @param row of a current version its position is {@link #CURRENT}
     * @param bytes null for a delete marker
     */
    record Found(Row row, @Nullable ObjectMapping bytes) {}

    /** Null if there is no such version; one that is null asks for the latest. */
    public static @Nullable ObjectVersion version(Connection connection, ObjectId object, @Nullable VersionId id)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            bind(statement, 1, object);
            bind(statement, 3, object);
            statement.setLong(5, id == null || id.isNull() ? 0 : id.contentId().high());
            statement.setLong(6, id == null || id.isNull() ? 0 : id.contentId().low());
            try (ResultSet rows = statement.executeQuery()) {
                boolean latest = true;
                while (rows.next()) {
                    Found found = found(rows);
                    if (id == null || id.equals(found.row.id())) {
                        return found.row.version(latest, found.bytes);
                    }
                    latest = false;
                }
                return null;
            }
        }
    }

    static Found found(ResultSet found) throws SQLException {
        Row row = row(found);
        return new Found(row, row.marker ? null : MappingColumns.read(found));
    }

    /** All but its object and position. */
    private static void bindValues(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(1, row.contentId.high());
        statement.setLong(2, row.contentId.low());
        statement.setBoolean(3, row.marker);
        statement.setBoolean(4, row.versioned);
        statement.setLong(5, row.modifiedMillis);
        statement.setLong(6, row.noncurrentMillis);
    }

    private static void bind(PreparedStatement statement, int first, ObjectId object) throws SQLException {
        statement.setString(first, object.bucket());
        statement.setString(first + 1, object.key());
    }

    private static List<Row> rows(ResultSet found) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (found) {
            while (found.next()) {
                rows.add(row(found));
            }
        }
        return rows;
    }

    private static Row row(ResultSet found) throws SQLException {
        return new Row(
                new ObjectId(found.getString("v_bucket"), found.getString("v_key")),
                found.getLong("v_position"),
                new WriteId(found.getLong("v_high"), found.getLong("v_low")),
                found.getBoolean("v_marker"),
                found.getBoolean("v_versioned"),
                found.getLong("v_modified"),
                found.getLong("v_noncurrent"));
    }
}
