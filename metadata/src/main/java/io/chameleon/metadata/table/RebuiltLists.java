package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.upload.ExtentLists;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of {@link RebuildTable} for composed objects: their lists, and which components these refer to. Each step is
 * one statement over all lists, as the database joins them best.
 */
public final class RebuiltLists {
    static final String TABLES = "rebuild_list, rebuild_composed";

    /** {@code rebuild_composed}: the versions that are placed. */
    static final String CREATE = """
            create unlogged table rebuild_list (like extent_list including defaults);
            create unlogged table rebuild_composed (
                bucket text collate "C" not null, content_high bigint not null, content_low bigint not null)
            """;

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

    private static final String PLACED = """
            from rebuild_list l join rebuild_composed p
              on p.bucket = l.bucket and p.content_high = l.content_high and p.content_low = l.content_low
            """;

    /** Readable components, with their length. */
    private static final String READABLE = """
            (select bucket, object_key, max(size_bytes) as bytes from rebuild_version
             where found = %d and extents = 0 and bucket like '%%+parts' group by bucket, object_key)
            """.formatted(RebuiltVersion.State.READABLE.ordinal());

    private static final String NAMED_BY = """
            c.bucket = %1$s.bucket || '+parts'
            and c.object_key = lpad(to_hex(%1$s.high), 16, '0') || lpad(to_hex(%1$s.low), 16, '0')
            """;

    /** Versions whose extents are not there: marked as not readable. */
    private static final String MARK_BROKEN =
            """
            with extent as (
                select l.bucket, l.content_high, l.content_low, e.high, e.low, e.first + e.bytes as until
                from rebuild_list l, unnest(l.component_high, l.component_low, l.offsets, l.lengths) as e(high, low, first, bytes)),
            broken as (
                select extent.bucket, extent.content_high, extent.content_low,
                    min(lpad(to_hex(extent.high), 16, '0') || lpad(to_hex(extent.low), 16, '0')) as component
                from extent left join %s c on %s
                where c.bytes is null or c.bytes < extent.until group by 1, 2, 3)
            update rebuild_version v set found = %d from broken b
            where v.bucket = b.bucket and v.content_high = b.content_high and v.content_low = b.content_low and v.extents > 0
            returning v.content_high, v.content_low, b.component
            """.formatted(READABLE, NAMED_BY.formatted("extent"), RebuiltVersion.State.UNREADABLE.ordinal());

    private static final String ENTER_LISTS = "insert into extent_list select l.* " + PLACED;

    private static final String REFERENCES = """
            (select l.bucket, e.high, e.low, cast(count(*) as integer) as times %s,
                unnest(l.component_high || l.list_high, l.component_low || l.list_low) as e(high, low) group by 1, 2, 3)
            """.formatted(PLACED);

    private static final String ENTER_REFERENCES = "update component c set refs = c.refs + r.times from " + REFERENCES
            + " r where c.bucket = r.bucket and c.content_high = r.high and c.content_low = r.low";

    private static final String REFERRED = "select count(*), coalesce(sum(c.bytes), 0) from " + REFERENCES + " r join "
            + READABLE + " c on " + NAMED_BY.formatted("r");

    /** Components, and their bytes. */
    public record Referred(long components, long bytes) {}

    private final RebuildTable table;

    RebuiltLists(RebuildTable table) {
        this.table = table;
    }

    /** A composed version and what its list says of it. */
    public record Listed(RebuiltVersion version, ExtentLists.Made made) {}

    public void add(Collection<Listed> lists) {
        table.addVersions(lists.stream().map(Listed::version).toList());
        table.run(connection -> {
            for (Listed listed : lists) {
                ObjectMapping row = listed.version.row();
                ExtentLists.insert(
                        connection,
                        "rebuild_list",
                        row.id().bucket(),
                        row.content().contentId(),
                        listed.made);
            }
        });
    }

    /**
     * Marks the versions that miss a component as not readable, once all lists are there.
     *
     * @param most that are returned
     * @return versions, each with a component that is missing, or shorter than its extent
     */
    public Map<WriteId, String> markBroken(int most) {
        Map<WriteId, String> broken = new HashMap<>();
        table.run(connection -> {
            RebuildTable.execute(connection, DROP_FALSE_EMPTIES);
            RebuildTable.execute(connection, DROP_SECOND_LISTS);
            RebuildTable.execute(connection, NAME_SHARED_BYTES);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(MARK_BROKEN)) {
                while (rows.next()) {
                    if (broken.size() < most) {
                        broken.put(new WriteId(rows.getLong(1), rows.getLong(2)), rows.getString(3));
                    }
                }
            }
        });
        return broken;
    }

    /** Records which of these are composed, for the methods below. */
    public void note(Collection<RebuiltVersion> placed) {
        List<ObjectMapping> composed = placed.stream()
                .map(RebuiltVersion::row)
                .filter(row -> row.content().isComposed())
                .toList();
        if (composed.isEmpty()) {
            return;
        }
        table.run(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("insert into rebuild_composed values (?, ?, ?)")) {
                for (ObjectMapping row : composed) {
                    ObjectId id = row.id();
                    statement.setString(1, ObjectId.userBucket(id.bucket()));
                    statement.setLong(2, row.content().contentId().high());
                    statement.setLong(3, row.content().contentId().low());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** The components to which placed versions refer, their lists among them. */
    public Referred referred() {
        Referred[] found = new Referred[1];
        table.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(REFERRED)) {
                found[0] = referred(rows);
            }
        });
        return found[0];
    }

    private static Referred referred(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            throw new IllegalStateException("no row of a sum");
        }
        return new Referred(rows.getLong(1), rows.getLong(2));
    }

    /** Enters the lists of placed versions, and their references to components, which are placed before. */
    public void enter() {
        table.run(connection -> {
            RebuildTable.execute(connection, ENTER_LISTS);
            RebuildTable.execute(connection, ENTER_REFERENCES);
        });
    }
}
