package io.chameleon.metadata.version;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
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
 * {@link VersionChanges} changes them.
 */
public final class VersionRows {
    private static final String OF_OBJECT = " from object_version v where v.bucket = ? and v.object_key = ?";

    private static final String NEWEST =
            "select " + VersionRow.COLUMNS + OF_OBJECT + " order by v.position desc limit ?";

    private static final String BY_NAME = "select " + VersionRow.COLUMNS + OF_OBJECT
            + " and v.versioned and v.content_high = ? and v.content_low = ?";

    private static final String FORMER =
            "select 1" + OF_OBJECT + " and not v.marker and v.content_high = ? and v.content_low = ?";

    private static final String NULL_VERSION = "select " + VersionRow.COLUMNS + OF_OBJECT + " and not v.versioned";

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

    private VersionRows() {}

    /** The newest rows of an object, from the newest on. */
    public static List<VersionRow> newest(StatelessSession session, ObjectId object, int limit) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(NEWEST)) {
                VersionRow.bind(statement, 1, object);
                statement.setInt(3, limit);
                return rows(statement.executeQuery());
            }
        });
    }

    public static @Nullable VersionRow find(Connection connection, ObjectId object, VersionId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(id.isNull() ? NULL_VERSION : BY_NAME)) {
            VersionRow.bind(statement, 1, object);
            if (!id.isNull()) {
                statement.setLong(3, id.contentId().high());
                statement.setLong(4, id.contentId().low());
            }
            List<VersionRow> found = rows(statement.executeQuery());
            return found.isEmpty() ? null : found.getFirst();
        }
    }

    /** Whether a write made a version of an object that is kept, and is not the current one. */
    public static boolean isFormer(Connection connection, ObjectId object, WriteId contentId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FORMER)) {
            VersionRow.bind(statement, 1, object);
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

    private static List<VersionRow> rows(ResultSet found) throws SQLException {
        List<VersionRow> rows = new ArrayList<>();
        try (found) {
            while (found.next()) {
                rows.add(VersionRow.read(found));
            }
        }
        return rows;
    }
}
