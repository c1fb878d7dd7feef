package io.chameleon.metadata.upload;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.Sql;
import java.util.Collection;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * The table {@code component}: who refers to the bytes of multipart uploads. A component is there as long as its row
 * here: a reference is added to the row, and the sweeper deletes the row, so whichever comes second waits and sees the
 * first.
 */
public final class ComponentRows {
    private static final String INSERT =
            "insert into component (bucket, content_high, content_low, refs, since_millis) values (?, ?, ?, ?, ?)";

    /** Not to a former version of an object: its row may take its object's name again. */
    private static final String ADD = """
            update component c set refs = refs + 1 where bucket = ? and content_high = ? and content_low = ?
                and not exists (
                    select 1 from object_version v where v.bucket = c.bucket
                        and v.content_high = c.content_high and v.content_low = c.content_low)
            """;

    private static final String FORGET =
            "delete from component where bucket = ? and content_high = ? and content_low = ?";

    /** In one order, so that transactions wait for each other in one direction. */
    private static final String LOCK = """
            select 1 from component c join unnest(cast(? as bigint[]), cast(? as bigint[])) as gone(high, low)
              on c.bucket = ? and c.content_high = gone.high and c.content_low = gone.low
            order by c.content_high, c.content_low for update of c
            """;

    private static final String REFER = """
            update component c set refs = c.refs + more.times
            from (select high, low, cast(count(*) as integer) as times
                  from unnest(cast(? as bigint[]), cast(? as bigint[])) as each(high, low) group by high, low) more
            where c.bucket = ? and c.content_high = more.high and c.content_low = more.low
            """;

    private static final String RELEASE = """
            update component c set refs = c.refs - gone.times,
                since_millis = case when c.refs = gone.times then 0 else c.since_millis end
            from (select high, low, cast(count(*) as integer) as times
                  from unnest(cast(? as bigint[]), cast(? as bigint[])) as each(high, low) group by high, low) gone
            where c.bucket = ? and c.content_high = gone.high and c.content_low = gone.low
            """;

    private static final String TAKE = """
            delete from component c using (
                select bucket, content_high, content_low from component where refs = 0 and since_millis < ?
                order by since_millis limit ?) old
            where c.bucket = old.bucket and c.content_high = old.content_high and c.content_low = old.content_low
                and c.refs = 0
            returning c.bucket, c.content_high, c.content_low
            """;

    private ComponentRows() {}

    /**
     * Records components that have just been committed.
     *
     * @param refs 0 unless something refers to them already
     */
    public static void insert(StatelessSession session, Collection<ObjectId> components, int refs, long nowMillis) {
        if (components.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            Sql.batch(connection, INSERT, components, (statement, component) -> {
                WriteId contentId = Components.contentId(component);
                statement.setString(1, ObjectId.userBucket(component.bucket()));
                statement.setLong(2, contentId.high());
                statement.setLong(3, contentId.low());
                statement.setInt(4, refs);
                statement.setLong(5, nowMillis);
            });
        });
    }

    /** For a row that is no component any more. */
    public static void forget(StatelessSession session, String bucket, WriteId component) {
        session.doWork(connection -> {
            int unused = Sql.update(connection, FORGET, bucket, component.high(), component.low());
        });
    }

    /** Adds a reference; false if the component is not there, or is a former version of an object. */
    public static boolean addReference(StatelessSession session, String bucket, WriteId component) {
        return session.doReturningWork(
                connection -> Sql.update(connection, ADD, bucket, component.high(), component.low()) == 1);
    }

    /**
     * Adds one reference for each time that a component is named.
     *
     * @param components of a version that this transaction has locked, so they are there
     */
    public static void refer(StatelessSession session, String bucket, List<WriteId> components) {
        int there = change(session, bucket, components, REFER);
        long named = components.stream().distinct().count();
        if (there != named) {
            throw new IllegalStateException(
                    "bucket " + bucket + ": " + there + " of " + named + " components of a version are there");
        }
    }

    /** Takes one reference away for each time that a component is named. */
    public static void release(StatelessSession session, String bucket, List<WriteId> components) {
        if (!components.isEmpty()) {
            int unused = change(session, bucket, components, RELEASE);
        }
    }

    private static int change(StatelessSession session, String bucket, List<WriteId> components, String sql) {
        return session.doReturningWork(connection -> {
            long[] highs = WriteKey.highs(components);
            long[] lows = WriteKey.lows(components);
            boolean unused = Sql.isAny(connection, LOCK, highs, lows, bucket);
            return Sql.update(connection, sql, highs, lows, bucket);
        });
    }

    /**
     * Deletes the rows of components to which nothing refers, and has not since before then: nothing can refer to them
     * any more. Returns them, as they are named in {@code object_mapping}.
     */
    public static List<ObjectId> takeUnreferenced(StatelessSession session, long beforeMillis, int limit) {
        return session.doReturningWork(connection -> Sql.all(
                connection,
                TAKE,
                row -> Components.id(row.getString(1), new WriteId(row.getLong(2), row.getLong(3))),
                beforeMillis,
                limit));
    }
}
