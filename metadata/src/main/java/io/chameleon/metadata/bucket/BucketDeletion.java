package io.chameleon.metadata.bucket;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.statement.BucketRows;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.statement.StoredRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Deletes a bucket's rows, in the caller's transaction. What is in a bucket are its objects and open uploads. Chunks
 * that belong to neither are being swept, and do not keep their bucket.
 */
final class BucketDeletion {
    /** All, and so those of commits that are under way: see {@link BucketRows}. */
    private static final String LOCK_STORED = """
            insert into stored (kind, name, part, bytes, objects)
            select 1, cast(? as text), cast(of.part as smallint), 0, 0 from generate_series(0, ?) as of(part)
            order by of.part
            on conflict (kind, name, part) do update set bytes = stored.bytes
            """;

    private static final String IN_USE = """
            select exists (select 1 from object_mapping where bucket = ?)
                or exists (select 1 from chunk_upload where bucket = ? and bytes >= 0)
                or exists (select 1 from multipart_upload where bucket = ?)
                or exists (select 1 from object_version where bucket = ?)
            """;

    /** Chunks that are still to be swept no longer count against the owner. */
    private static final String GIVE_BACK = """
            insert into stored (kind, name, part, bytes, objects)
            select 2, c.principal, 0, cast(-sum(s.bytes) as bigint), cast(-sum(s.objects) as bigint)
            from bucket_claim c join stored s on s.kind = 1 and s.name = c.bucket
            where c.bucket = ? group by c.principal having sum(s.bytes) <> 0 or sum(s.objects) <> 0
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes,
                objects = stored.objects + excluded.objects
            """;

    /**
     * Nothing is stored, so the parts add up to nothing, unless chunks are still to be swept: these subtract theirs.
     */
    private static final String UNREGISTER = "update stored set registered = false where kind = 1 and name = ?";

    private static final String DROP_STORED = """
            delete from stored where kind = 1 and name = ?
                and (select sum(bytes) = 0 and sum(objects) = 0 from stored where kind = 1 and name = ?)
            """;
    private static final List<String> DELETES = List.of(
            "delete from bucket where name = ?",
            "delete from bucket_claim where bucket = ?",
            "delete from bucket_grant where bucket = ?");

    private BucketDeletion() {}

    /** Before anything is read: from now on no commit adds anything to the bucket. */
    static void lock(Connection connection, String name) throws SQLException {
        int unused = Sql.update(connection, LOCK_STORED, name, StoredRows.PARTS - 1);
    }

    static boolean isInUse(Connection connection, String name) throws SQLException {
        return Sql.all(connection, IN_USE, found -> found.getBoolean(1), name, name, name, name)
                .getFirst();
    }

    /**
     * Deletes the rows of a bucket that is registered.
     *
     * @throws ChameleonError {@code BUCKET_NOT_EMPTY}
     */
    static void delete(Connection connection, String name) throws SQLException {
        if (isInUse(connection, name)) {
            throw new ChameleonError(ErrorCode.BUCKET_NOT_EMPTY, "bucket " + name + " holds objects or an open upload");
        }
        int unused = Sql.update(connection, GIVE_BACK, name);
        for (String delete : DELETES) {
            unused = Sql.update(connection, delete, name);
        }
        if (Sql.update(connection, DROP_STORED, name, name) == 0) {
            unused = Sql.update(connection, UNREGISTER, name);
        }
    }
}
