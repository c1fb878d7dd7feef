package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.upload.ExtentLists;
import java.util.Collection;
import java.util.List;

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

    private static final String PLACED = """
            from rebuild_list l join rebuild_composed p
              on p.bucket = l.bucket and p.content_high = l.content_high and p.content_low = l.content_low
            """;

    /** Readable components, with their length. */
    static final String READABLE = """
            (select bucket, object_key, max(size_bytes) as bytes from rebuild_version
             where found = %s and extents = 0 and bucket like '%%+parts' group by bucket, object_key)
            """.formatted(RebuiltVersion.State.READABLE.ordinal());

    static final String NAMED_BY = """
            c.bucket = %1$s.bucket || '+parts'
            and c.object_key = lpad(to_hex(%1$s.high), 16, '0') || lpad(to_hex(%1$s.low), 16, '0')
            """;

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

    /** What these lists lack. */
    public BrokenLists broken() {
        return new BrokenLists(table);
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
            Sql.batch(connection, "insert into rebuild_composed values (?, ?, ?)", composed, (statement, row) -> {
                ObjectId id = row.id();
                statement.setString(1, ObjectId.userBucket(id.bucket()));
                statement.setLong(2, row.content().contentId().high());
                statement.setLong(3, row.content().contentId().low());
            });
        });
    }

    /** The components to which placed versions refer, their lists among them. */
    public Referred referred() {
        return table.query(connection -> Sql.all(
                        connection, REFERRED, row -> new Referred(row.getLong(1), row.getLong(2)))
                .getFirst());
    }

    /** Enters the lists of placed versions, and their references to components, which are placed before. */
    public void enter() {
        table.run(connection -> {
            RebuildTable.execute(connection, ENTER_LISTS);
            RebuildTable.execute(connection, ENTER_REFERENCES);
        });
    }
}
