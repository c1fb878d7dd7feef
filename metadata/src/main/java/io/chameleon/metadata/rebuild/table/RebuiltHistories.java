package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.Slices;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.version.VersionChanges;
import io.chameleon.metadata.version.VersionRow;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The part of {@link RebuildTable} for buckets that keep versions: which they are, and the versions of their objects
 * that are not current.
 */
public final class RebuiltHistories {
    static final String TABLES = "rebuild_former";

    static final String CREATE = "create unlogged table rebuild_former (like object_version including defaults)";

    /** The setting of a bucket that was loaded; and what servers were told while they took a former version. */
    private static final String KEEPING =
            "select name from bucket where settings ->> '" + Versioning.SETTING + "' is not null"
                    + " union select regexp_replace(bucket, '\\+parts$', '') from rebuild_version where former";

    /** A time as the high word of a content id: milliseconds in its upper 48 bits. */
    private static final int MILLIS_SHIFT = 16;

    /** Versions that gave way long before the newest write of all, which may be dated ahead of its time. */
    private static final String LONG_REPLACED =
            """
            with written as (
                select bucket, object_key, content_high, content_low, min(found) as found from rebuild_version
                where bucket not like '%%+%%' and found <> %s group by 1, 2, 3, 4),
            replaced as (
                select bucket, found, lead(content_high) over (partition by bucket, object_key order by content_high, content_low) as by_high
                from written)
            select bucket, count(*) from replaced
            where found = %s and by_high < (select least(max(content_high), ?) from written) - ?
            group by bucket
            """.formatted(RebuiltVersion.State.UNFINISHED.ordinal(), RebuiltVersion.State.READABLE.ordinal());

    /** A version that an earlier build moved without its object's name: another copy of it has the name. */
    private static final String NAME_BY_OTHERS = """
            update rebuild_version v set bucket = o.bucket, object_key = o.object_key from rebuild_version o
            where o.bucket = any(cast(? as text[])) and v.bucket = o.bucket || '+parts'
              and v.content_high = o.content_high and v.content_low = o.content_low
              and v.object_key = lpad(to_hex(v.content_high), 16, '0') || lpad(to_hex(v.content_low), 16, '0')
            """;

    /** Positions rise with the time of the write. */
    private static final String ENTER = """
            insert into object_version
                (bucket, object_key, position, content_high, content_low, marker, versioned, modified_millis, noncurrent_millis)
            select bucket, object_key,
                row_number() over (partition by bucket, object_key order by content_high, content_low),
                content_high, content_low, marker, versioned, modified_millis, noncurrent_millis
            from rebuild_former
            """;

    private static final String REFER = """
            update component c set refs = c.refs + 1 from rebuild_former f
            where not f.marker and c.bucket = f.bucket
              and c.content_high = f.content_high and c.content_low = f.content_low
            """;

    /** Else the next write would replace the first of those versions. The owner is whoever claimed the bucket. */
    private static final String ENABLE = """
            insert into bucket as b (name, owner, created_millis, settings)
            select of.name, coalesce(c.principal, ''), coalesce(c.since_millis, ?), jsonb_build_object('%1$s', '%2$s')
            from unnest(cast(? as text[])) as of(name) left join bucket_claim c on c.bucket = of.name
            where exists (select 1 from rebuild_version v where v.bucket = of.name)
            on conflict (name) do update set settings = b.settings || excluded.settings
            where b.settings ->> '%1$s' is null
            """.formatted(Versioning.SETTING, Versioning.ENABLED.text());

    private final RebuildTable table;

    RebuiltHistories(RebuildTable table) {
        this.table = table;
    }

    /** Buckets that keep versions, or did, as far as the database and the servers know: as users see them. */
    public Set<String> keeping() {
        return table.query(connection -> Sql.all(connection, KEEPING, row -> row.getString(1))).stream()
                .map(Slices::whole)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * By bucket as users see it, the readable versions that another replaced this long before the newest write of all:
     * a bucket that keeps none has lost them to the reaper by then.
     */
    public SortedMap<String, Long> longReplaced(Duration before, long nowMillis) {
        SortedMap<String, Long> buckets = new TreeMap<>();
        table.query(connection -> Sql.all(
                        connection,
                        LONG_REPLACED,
                        row -> Map.entry(row.getString(1), row.getLong(2)),
                        nowMillis << MILLIS_SHIFT,
                        before.toMillis() << MILLIS_SHIFT))
                .forEach(found -> buckets.merge(Slices.whole(found.getKey()), found.getValue(), Long::sum));
        return buckets;
    }

    /** Gives copies of versions of these buckets the name that others of the same content have. */
    public void nameCopies(Collection<String> buckets) {
        int unused = table.query(connection -> Sql.update(connection, NAME_BY_OTHERS, texts(connection, buckets)));
    }

    /** Records versions and delete markers for {@link #enter}; their positions are not looked at. */
    public void add(Collection<VersionRow> former) {
        table.run(connection -> VersionChanges.insert(connection, "rebuild_former", former));
    }

    /** Enters what was recorded, with the references to its components, which are placed before. */
    public void enter() {
        table.run(connection -> {
            RebuildTable.execute(connection, ENTER);
            RebuildTable.execute(connection, REFER);
        });
    }

    /** Has those of these buckets that have objects keep versions from now on, unless they have a setting. */
    public void enable(Collection<String> buckets, long nowMillis) {
        int unused = table.query(connection -> Sql.update(connection, ENABLE, nowMillis, texts(connection, buckets)));
    }

    private static Array texts(Connection connection, Collection<String> texts) throws SQLException {
        return Sql.texts(connection, texts, text -> text);
    }
}
