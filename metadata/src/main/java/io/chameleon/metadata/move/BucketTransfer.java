package io.chameleon.metadata.move;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyOut;

/**
 * The rows of a bucket, in all tables of one database: copied to another, and deleted, with all sums that count them.
 * Cost: each row is read and written once, by {@code COPY}, about 20 s for a million objects.
 */
final class BucketTransfer {
    /** A table, and which of its rows are the bucket's: with the bucket's names as a parameter in SQL. */
    private record Rows(String table, String where) {}

    /** The outbox is apart: its ids are of its database. */
    private static final List<Rows> TABLES = List.of(
            new Rows("object_mapping", "bucket = any(%s)"),
            new Rows("object_version", "bucket = any(%s)"),
            new Rows("component", "bucket = any(%s)"),
            new Rows("extent_list", "bucket = any(%s)"),
            new Rows("multipart_upload", "bucket = any(%s)"),
            new Rows("upload_part", "bucket = any(%s)"),
            new Rows("chunk_upload", "bucket = any(%s)"),
            new Rows("repair_queue", "bucket = any(%s)"),
            new Rows("epoch_log", "bucket = any(%s)"),
            new Rows("bucket", "name = any(%s)"),
            new Rows("bucket_grant", "bucket = any(%s)"),
            new Rows("bucket_claim", "bucket = any(%s)"),
            new Rows("quota", "kind = 1 and name = any(%s)"),
            new Rows("stored", "kind = 1 and name = any(%s)"));

    private static final String COLUMNS = """
            select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
            where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped and attgenerated = ''
            """;

    private static final String CODES = "select encode(code, 'hex'), server from server_code";

    private static final String NAMED = "coalesce(destination_servers, servers_of(places))";

    /** What is remembered of its writes; and what waits for the reaper of writes that are live. */
    private static final String OF_OUTBOX = """
            from fragment_outbox o where o.bucket = any(%1$s) or o.bucket is null and exists (
                select 1 from object_mapping m where m.bucket = any(%1$s)
                and m.write_high = o.write_high and m.write_low = o.write_low)
            """;

    private static final String OUTBOX_COLUMNS =
            "server, servers, write_high, write_low, since_millis, forget_millis, condemned, bucket";

    /** Adds the bucket's rows to the sums of users and states, and to the backlog; or subtracts them. */
    private static final List<String> SUMS = List.of("""
            insert into stored (kind, name, part, bytes, objects)
            select 2, c.principal, 0, %2$s * cast(sum(s.bytes) as bigint), %2$s * cast(sum(s.objects) as bigint)
            from stored s join bucket_claim c on c.bucket = s.name where s.kind = 1 and s.name = any(%1$s) group by c.principal
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes, objects = stored.objects + excluded.objects
            """, """
            insert into stored (kind, name, part, bytes, objects)
            select 3, cast(state as text), 0, 0, %2$s * count(*) from object_mapping where bucket = any(%1$s) group by state
            on conflict (kind, name, part) do update set objects = stored.objects + excluded.objects
            """, """
            insert into repair_backlog (margin, part, objects, bytes, postponed)
            select margin, 0, %2$s * count(*), %2$s * cast(sum(bytes) as bigint), %2$s * count(*) filter (where attempts > 0)
            from repair_queue where bucket = any(%1$s) group by margin
            on conflict (margin, part) do update set objects = repair_backlog.objects + excluded.objects,
                bytes = repair_backlog.bytes + excluded.bytes, postponed = repair_backlog.postponed + excluded.postponed
            """);

    /** {@code array['photos', 'photos+chunks', 'photos+parts']} */
    private final String names;

    BucketTransfer(String bucket) {
        this.names = "array['%s', '%s', '%s']".formatted(bucket, Chunks.bucket(bucket), Components.bucket(bucket));
    }

    static boolean exists(Connection connection, String bucket) throws SQLException {
        return Sql.isAny(connection, "select 1 from bucket where name = ?", bucket);
    }

    /**
     * Copies all rows, in the transactions of both connections.
     *
     * @return the number of rows of {@code object_mapping}
     */
    long copy(Connection source, Connection target) throws SQLException, IOException {
        long objects = 0;
        boolean alike = Set.copyOf(codes(target)).containsAll(codes(source));
        for (Rows rows : TABLES) {
            String columns = columns(source, rows.table);
            String told = alike ? columns : columns.replace("destination_servers", NAMED);
            long copied = copy(
                    source,
                    "select " + told + " from " + rows.table + " where " + rows.where.formatted(names),
                    target,
                    rows.table + " (" + columns + ")");
            objects += rows.table.equals("object_mapping") ? copied : 0;
        }
        copyOutbox(source, target);
        add(target, 1);
        Evacuations.walkAgain(target);
        return objects;
    }

    /** Unless all codes stand for the same servers in the other database, rows are copied with names. */
    private static List<List<String>> codes(Connection connection) throws SQLException {
        return Sql.all(connection, CODES, row -> List.of(row.getString(1), row.getString(2)));
    }

    private void copyOutbox(Connection source, Connection target) throws SQLException, IOException {
        execute(
                target,
                "create temporary table moved_outbox on commit drop as select " + OUTBOX_COLUMNS
                        + " from fragment_outbox with no data");
        long unused = copy(
                source,
                "select " + OUTBOX_COLUMNS + " " + OF_OUTBOX.formatted(names),
                target,
                "moved_outbox (" + OUTBOX_COLUMNS + ")");
        execute(
                target,
                "insert into fragment_outbox (id, " + OUTBOX_COLUMNS + ") select nextval('fragment_outbox_id'), "
                        + OUTBOX_COLUMNS + " from moved_outbox");
    }

    private static long copy(Connection source, String query, Connection target, String into)
            throws SQLException, IOException {
        CopyOut out = source.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("copy (" + query + ") to stdout (format binary)");
        CopyIn in =
                target.unwrap(PGConnection.class).getCopyAPI().copyIn("copy " + into + " from stdin (format binary)");
        try {
            for (byte[] some = out.readFromCopy(); some != null; some = out.readFromCopy()) {
                in.writeToCopy(some, 0, some.length);
            }
            return in.endCopy();
        } finally {
            if (out.isActive()) {
                out.cancelCopy();
            }
            if (in.isActive()) {
                in.cancelCopy();
            }
        }
    }

    /** Deletes all rows, in the connection's transaction. */
    void delete(Connection connection) throws SQLException {
        add(connection, -1);
        execute(connection, "delete " + OF_OUTBOX.formatted(names));
        for (Rows rows : TABLES.reversed()) {
            execute(connection, "delete from " + rows.table + " where " + rows.where.formatted(names));
        }
    }

    private void add(Connection connection, int sign) throws SQLException {
        for (String sum : SUMS) {
            execute(connection, sum.formatted(names, sign));
        }
    }

    private static String columns(Connection connection, String table) throws SQLException {
        return Sql.all(connection, COLUMNS, row -> row.getString(1), table).getFirst();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        int unused = Sql.update(connection, sql);
    }
}
