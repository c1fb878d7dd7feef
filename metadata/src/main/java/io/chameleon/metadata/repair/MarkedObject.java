package io.chameleon.metadata.repair;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.Places;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.row.SchemeCode;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.RepairQueueRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An object with a live fragment on a lost server, which this transaction has marked as degraded, and thereby locked.
 *
 * @param index of that fragment
 */
record MarkedObject(ObjectKey id, ObjectContent content, RedundancyScheme scheme, int index) {
    /**
     * Which fragment of row m is on the server, from 1; else 0 or null. Of a row without names its code tells that,
     * unless another server has the code.
     */
    private static final String NTH = """
            case when coalesce(m.source_servers, m.destination_servers) is not null
                then array_position(coalesce(m.source_servers, m.destination_servers), gone.server)
                when gone.is_own then (position(gone.code in m.places) + 1) / 2 end""";

    /** As {@link io.chameleon.core.mapping.MappingRules#damaged}, on rows as they are when they are locked. */
    private static final String MARK = """
            update object_mapping m set degraded = true, version = m.version + 1
            from unnest(cast(? as text[]), cast(? as text[])) with ordinality as w(bucket, object_key, n)
            cross join (
                select of.*, not exists (
                    select 1 from server_code c where c.code = of.code and c.server <> of.server) as is_own
                from (
                    select cast(? as text) as server, cast(? as bigint) as modified, cast(? as bytea) as code) of) gone
            where m.bucket = w.bucket and m.object_key = w.object_key
                and @NTH > 0 and m.modified_millis >= gone.modified and %s
            returning w.n, m.write_high, m.write_low, m.size_bytes, m.segment_bytes, m.chunk_bytes, m.extents,
                coalesce(m.source_scheme, m.destination_scheme), m.scheme_code, @NTH - 1
            """.replace("@NTH", NTH);

    private static final String WHOLE = MARK.formatted("not m.degraded");

    private static final String UNKNOWN = MARK.formatted("""
            not (m.degraded and exists (
                select 1 from repair_queue q where q.bucket = m.bucket and q.object_key = m.object_key
                    and @NTH - 1 = any(q.missing)))
            """.replace("@NTH", NTH));

    private static final String ALL = MARK.formatted("true");

    /** Marks those of {@code ids} without known missing fragments: none of their repairs is queued. */
    static List<MarkedObject> whole(Connection connection, Evacuation at, List<ObjectKey> ids) throws SQLException {
        return mark(connection, WHOLE, at, ids);
    }

    /**
     * Marks those of {@code ids} for which this fragment is not known to be missing. If a device was replaced, marks
     * all: a repair may have written to the old one, so the version must advance.
     */
    static List<MarkedObject> others(Connection connection, Evacuation at, List<ObjectKey> ids) throws SQLException {
        return mark(connection, at.kind() == Evacuation.Kind.EMPTIED ? ALL : UNKNOWN, at, ids);
    }

    private static List<MarkedObject> mark(Connection connection, String sql, Evacuation at, List<ObjectKey> ids)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            RepairQueueRows.bind(connection, statement, ids);
            statement.setString(3, at.server().value());
            statement.setLong(4, at.concernsFrom());
            statement.setBytes(5, Places.code(at.server()));
            List<MarkedObject> marked = new ArrayList<>(ids.size());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    marked.add(of(ids.get(rows.getInt(1) - 1), rows));
                }
            }
            return marked;
        }
    }

    private static MarkedObject of(ObjectKey id, ResultSet at) throws SQLException {
        WriteId writeId = new WriteId(at.getLong(2), at.getLong(3));
        ObjectContent content =
                new ObjectContent(writeId, at.getLong(4), at.getInt(5), at.getInt(6), at.getInt(7), 0, "", Map.of());
        String scheme = at.getString(8);
        return new MarkedObject(
                id,
                content,
                scheme == null ? SchemeCode.scheme(at.getShort(9)) : RedundancyScheme.parse(scheme),
                at.getInt(10));
    }

    /** Its known damage now. */
    RepairRow row(@Nullable RepairRow before, long nowMillis) {
        TreeSet<Integer> missing = new TreeSet<>(before == null ? List.of() : before.missing());
        missing.add(index);
        return RepairRow.of(
                id,
                WriteKey.of(content.contentId()),
                content,
                scheme,
                List.copyOf(missing),
                before == null ? nowMillis : before.sinceMillis);
    }

    /** Bytes of the fragment. */
    long bytes() {
        return RepairTask.bytes(content, scheme, List.of(index));
    }
}
