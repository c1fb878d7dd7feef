package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.WriteId;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Composed objects that miss a component, once all lists are gathered. */
public final class BrokenLists {
    /** An empty part has no fragments, so none was found: lists alone bring it back. One with bytes is another. */
    private static final String DROP_FALSE_EMPTIES = """
            delete from rebuild_version v using rebuild_version other
            where v.size_bytes = 0 and v.bucket like '%+parts'
              and other.bucket = v.bucket and other.object_key = v.object_key and other.size_bytes > 0
            """;

    /** A source that was copied by two clients at once may have two lists: they say the same. */
    private static final String DROP_SECOND_LISTS = """
            delete from rebuild_list l using rebuild_list first
            where first.bucket = l.bucket and first.content_high = l.content_high and first.content_low = l.content_low
              and first.ctid < l.ctid
            """;

    /**
     * The bytes of a version that others share become the component that their lists name, whatever name they were
     * written under. Without a list of its own, the version was deleted or overwritten.
     *
     * <p>See {@code Components.sharedBytes}.
     */
    private static final String NAME_SHARED_BYTES = """
            update rebuild_version v set bucket = e.bucket || '+parts',
                object_key = lpad(to_hex(e.high), 16, '0') || lpad(to_hex(e.low), 16, '0')
            from (select distinct l.bucket, c.high, c.low
                  from rebuild_list l, unnest(l.component_high, l.component_low) as c(high, low)) e
            where v.content_high = e.high and v.content_low = ~ e.low and v.extents = 0
              and (v.bucket = e.bucket or v.bucket = e.bucket || '+parts')
            """;

    /** Versions whose extents are not there: marked as not readable. */
    private static final String MARK = """
            with extent as (
                select l.bucket, l.content_high, l.content_low, e.high, e.low, e.first + e.bytes as until
                from rebuild_list l, unnest(l.component_high, l.component_low, l.offsets, l.lengths) as e(high, low, first, bytes)),
            broken as (
                select extent.bucket, extent.content_high, extent.content_low,
                    min(lpad(to_hex(extent.high), 16, '0') || lpad(to_hex(extent.low), 16, '0')) as component
                from extent left join %s c on %s
                where c.bytes is null or c.bytes < extent.until group by 1, 2, 3)
            update rebuild_version v set found = %s from broken b
            where v.bucket = b.bucket and v.content_high = b.content_high and v.content_low = b.content_low and v.extents > 0
            returning v.content_high, v.content_low, b.component
            """.formatted(
                    RebuiltLists.READABLE,
                    RebuiltLists.NAMED_BY.formatted("extent"),
                    RebuiltVersion.State.UNREADABLE.ordinal());

    private final RebuildTable table;

    BrokenLists(RebuildTable table) {
        this.table = table;
    }

    /**
     * Marks their versions as not readable.
     *
     * @param most that are returned
     * @return versions, each with a component that is missing, or shorter than its extent
     */
    public Map<WriteId, String> mark(int most) {
        Map<WriteId, String> broken = new HashMap<>();
        table.run(connection -> {
            RebuildTable.execute(connection, DROP_FALSE_EMPTIES);
            RebuildTable.execute(connection, DROP_SECOND_LISTS);
            RebuildTable.execute(connection, NAME_SHARED_BYTES);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(MARK)) {
                while (rows.next()) {
                    if (broken.size() < most) {
                        broken.put(new WriteId(rows.getLong(1), rows.getLong(2)), rows.getString(3));
                    }
                }
            }
        });
        return broken;
    }
}
