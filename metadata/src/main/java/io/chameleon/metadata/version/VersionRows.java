package io.chameleon.metadata.version;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
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
        return session.doReturningWork(
                connection -> Sql.all(connection, NEWEST, VersionRow::read, object.bucket(), object.key(), limit));
    }

    public static @Nullable VersionRow find(Connection connection, ObjectId object, VersionId id) throws SQLException {
        List<VersionRow> found = id.isNull()
                ? Sql.all(connection, NULL_VERSION, VersionRow::read, object.bucket(), object.key())
                : Sql.all(
                        connection,
                        BY_NAME,
                        VersionRow::read,
                        object.bucket(),
                        object.key(),
                        id.contentId().high(),
                        id.contentId().low());
        return found.isEmpty() ? null : found.getFirst();
    }

    /** Whether a write made a version of an object that is kept, and is not the current one. */
    public static boolean isFormer(Connection connection, ObjectId object, WriteId contentId) throws SQLException {
        return Sql.isAny(connection, FORMER, object.bucket(), object.key(), contentId.high(), contentId.low());
    }

    /** Of these writes to these objects, those that made a version that is no longer current. */
    public static Set<WriteId> known(
            StatelessSession session, Collection<ObjectId> objects, Collection<WriteId> contentIds) {
        List<WriteId> writes = List.copyOf(contentIds);
        return new HashSet<>(session.doReturningWork(connection -> Sql.all(
                connection,
                KNOWN,
                found -> new WriteId(found.getLong(1), found.getLong(2)),
                Sql.texts(connection, objects, ObjectId::bucket),
                WriteKey.highs(writes),
                WriteKey.lows(writes))));
    }
}
