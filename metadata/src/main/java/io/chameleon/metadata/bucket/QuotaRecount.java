package io.chameleon.metadata.bucket;

import io.chameleon.core.mapping.Usage;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** Counts anew what is stored in a bucket, or what a user stores. Reads all rows of a bucket, some sums of a user. */
final class QuotaRecount {
    /**
     * One statement sees rows and counts at one instant, so their difference is right whatever is committed meanwhile.
     * It is added like that of any transaction; a bucket's is added to its owner as well.
     */
    private static final String OF_BUCKET = """
            with rows as (
                select cast(coalesce(sum(case when chunk_bytes = 0 and extents = 0 then size_bytes else 0 end), 0) as bigint) as bytes,
                    count(*) filter (where bucket = cast(? as text)) as objects
                from object_mapping where bucket in (cast(? as text), ? || '+chunks', ? || '+parts')),
            counted as (
                select cast(coalesce(sum(bytes), 0) as bigint) as bytes, cast(coalesce(sum(objects), 0) as bigint) as objects
                from stored where kind = 1 and name = ?)
            select r.bytes - c.bytes, r.objects - c.objects from rows r, counted c
            """;

    private static final String OF_USER = """
            insert into stored (kind, name, part, bytes, objects)
            select 2, of.name, 0, cast(sum(of.bytes) as bigint), cast(sum(of.objects) as bigint)
            from (select cast(? as text) as name, 0 as bytes, 0 as objects
                  union all
                  select o.principal, s.bytes, s.objects
                  from bucket_claim o join stored s on s.kind = 1 and s.name = o.bucket where o.principal = ?
                  union all
                  select name, -bytes, -objects from stored where kind = 2 and name = ? and part >= 0) of
            group by of.name
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes,
                objects = stored.objects + excluded.objects
            """;

    private QuotaRecount() {}

    /** What a bucket's sums lack; negative if they are too high. */
    static Usage missing(Connection connection, String bucket) throws SQLException {
        return Sql.all(
                        connection,
                        OF_BUCKET,
                        difference -> new Usage(difference.getLong(1), difference.getLong(2)),
                        bucket,
                        bucket,
                        bucket,
                        bucket,
                        bucket)
                .getFirst();
    }

    /** Mends a user's sums, by those of its buckets. */
    static void ofUser(Connection connection, String user) throws SQLException {
        int unused = Sql.update(connection, OF_USER, user, user, user);
    }
}
