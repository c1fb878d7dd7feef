package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The database's part of a rebuild: tables beside the others, in which what the servers tell is gathered and sorted, however much it is, and
 * the rows that come of it. Nothing else may use the database meanwhile. One thread.
 */
public final class RebuildTable implements AutoCloseable {
    /** Of one round trip, and of one transaction that places objects. */
    public static final int BATCH = 500;

    private static final String DROP = "drop table if exists rebuild_manifest, rebuild_version, rebuild_whole";

    /** Unlogged: after a crash a rebuild begins anew. */
    private static final String CREATE = """
            create unlogged table rebuild_manifest (
                write_high bigint not null, write_low bigint not null, manifest bytea not null, principal text not null,
                primary key (write_high, write_low));
            create unlogged table rebuild_version (like object_mapping including defaults,
                missing integer[] not null, found smallint not null, principal text not null);
            create unlogged table rebuild_whole (
                bucket text collate "C" not null, content_high bigint not null, content_low bigint not null)
            """;

    /** The cluster's own word counts before a user's. */
    private static final String ADD_MANIFEST = """
            insert into rebuild_manifest (write_high, write_low, manifest, principal) values (?, ?, ?, ?)
            on conflict (write_high, write_low) do update set manifest = excluded.manifest, principal = excluded.principal
            where excluded.principal = '' or rebuild_manifest.principal <> ''
            """;

    private static final String MANIFESTS = """
            select m.write_high, m.write_low, m.manifest, m.principal
            from unnest(?, ?) as w(high, low) join rebuild_manifest m on m.write_high = w.high and m.write_low = w.low
            """;

    private static final String ADD_VERSION = "insert into rebuild_version (" + MappingColumns.NAMES
            + ", missing, found, principal) values (?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String CHUNKS = "bucket like '%+chunks'";

    /** Of the copies of one content the best first. */
    private static final String BEST = "found, cardinality(missing), write_high desc, write_low desc";

    private static final String NEWEST = "select * from rebuild_version where not " + CHUNKS
            + " order by bucket, object_key, content_high desc, content_low desc, " + BEST;

    private static final String ALL_CHUNKS =
            "select * from rebuild_version where " + CHUNKS + " order by bucket, object_key, " + BEST;

    private static final String PLACED_CHUNKS = """
            select v.* from rebuild_version v join rebuild_whole w
              on v.bucket = w.bucket and v.object_key like lpad(to_hex(w.content_high), 16, '0') || lpad(to_hex(w.content_low), 16, '0') || '/%'
            order by v.bucket, v.object_key, v.found, cardinality(v.missing), v.write_high desc, v.write_low desc
            """;

    private static final String WRITERS = """
            select regexp_replace(bucket, '\\+chunks$', '') as of_bucket, principal, count(*) as objects, min(content_high) as first
            from rebuild_version where principal <> '' group by 1, 2 order by 1, 4, 2
            """;

    private static final String GRANTS =
            "select bucket, case when access >= 2 then principal else '' end from bucket_grant";

    /** As a migration did for the rows there were: what quotas are compared with. */
    private static final String COUNT_STORED = """
            delete from stored;
            insert into stored (kind, name, part, bytes, objects)
                select 1, of.bucket, 0, cast(sum(of.bytes) as bigint), cast(sum(of.objects) as bigint)
                from (select regexp_replace(bucket, '\\+chunks$', '') as bucket,
                          case when chunk_bytes = 0 then size_bytes else 0 end as bytes,
                          case when bucket like '%+chunks' then 0 else 1 end as objects
                      from object_mapping) of
                group by of.bucket;
            insert into stored (kind, name, part, bytes, objects)
                select 2, c.principal, 0, cast(sum(s.bytes) as bigint), cast(sum(s.objects) as bigint)
                from stored s join bucket_claim c on c.bucket = s.name
                where s.kind = 1 group by c.principal
            """;

    /**
     * How many versions of a bucket a user has named.
     *
     * @param first time of the oldest, as the high word of its content id
     */
    public record Writer(String bucket, String principal, long versions, long first) {}

    /**
     * A manifest as the servers keep it.
     *
     * @param manifest its bytes
     */
    public record Named(WriteId writeId, byte[] manifest, String principal) {}

    private final Database database;

    private RebuildTable(Database database) {
        this.database = database;
    }

    /**
     * Makes the tables it needs, anew.
     *
     * @throws IllegalArgumentException in one line if the database knows objects
     */
    public static RebuildTable open(Database database) {
        RebuildTable table = new RebuildTable(database);
        table.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet known = statement.executeQuery("select 1 from object_mapping limit 1")) {
                if (known.next()) {
                    throw new IllegalArgumentException("the database knows objects: a rebuild goes into an empty one;"
                            + " make a new database, and keep this one");
                }
            }
            execute(connection, DROP);
            execute(connection, CREATE);
        });
        return table;
    }

    public void addManifests(Collection<Named> manifests) {
        run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ADD_MANIFEST)) {
                for (Named manifest : manifests) {
                    statement.setLong(1, manifest.writeId().high());
                    statement.setLong(2, manifest.writeId().low());
                    statement.setBytes(3, manifest.manifest());
                    statement.setString(4, manifest.principal());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Of the writes that have one. */
    public Map<WriteId, Named> manifests(Collection<WriteId> writes) {
        Map<WriteId, Named> found = new HashMap<>();
        run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(MANIFESTS)) {
                statement.setObject(1, writes.stream().mapToLong(WriteId::high).toArray());
                statement.setObject(2, writes.stream().mapToLong(WriteId::low).toArray());
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        WriteId write = new WriteId(rows.getLong(1), rows.getLong(2));
                        found.put(write, new Named(write, rows.getBytes(3), rows.getString(4)));
                    }
                }
            }
        });
        return found;
    }

    public void addVersions(Collection<RebuiltVersion> versions) {
        run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ADD_VERSION)) {
                for (RebuiltVersion version : versions) {
                    MappingColumns.bind(connection, statement, version.row());
                    statement.setArray(
                            25,
                            connection.createArrayOf(
                                    "integer", version.missing().toArray()));
                    statement.setShort(26, (short) version.state().ordinal());
                    statement.setString(27, version.principal());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Users whose word names versions, by bucket, the earliest of each bucket first. */
    public List<Writer> writers() {
        List<Writer> writers = new ArrayList<>();
        run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(WRITERS)) {
                while (rows.next()) {
                    writers.add(new Writer(rows.getString(1), rows.getString(2), rows.getLong(3), rows.getLong(4)));
                }
            }
        });
        return writers;
    }

    /** By bucket, the users who may write to it; a bucket of which no grant is known is not among them. */
    public Map<String, Set<String>> grantedWriters() {
        Map<String, Set<String>> granted = new HashMap<>();
        run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(GRANTS)) {
                while (rows.next()) {
                    granted.computeIfAbsent(rows.getString(1), any -> new HashSet<>())
                            .add(rows.getString(2));
                }
            }
        });
        return granted;
    }

    /** All versions that are no chunks, in the order of their ids, the newest of an object first, of copies of one content the best. */
    public void newestFirst(Consumer<RebuiltVersion> visitor) {
        stream(NEWEST, visitor);
    }

    /** All chunks in the order of their ids, of copies of one the best first. */
    public void chunks(Consumer<RebuiltVersion> visitor) {
        stream(ALL_CHUNKS, visitor);
    }

    /** As {@link #chunks}, of the objects that are placed. */
    public void placedChunks(Consumer<RebuiltVersion> visitor) {
        stream(PLACED_CHUNKS, visitor);
    }

    /** Enters objects, each once, and queues what they miss for repair. */
    public void place(Collection<RebuiltVersion> versions, long nowMillis) {
        database.transactions().run(session -> {
            WorkingSet rows = WorkingSet.of(session, Map.of());
            for (RebuiltVersion version : versions) {
                ObjectMapping row = version.row();
                rows.put(row);
                if (row.degraded()) {
                    rows.queueRepair(row, version.missing(), nowMillis);
                }
            }
            return rows.flush();
        });
    }

    /** Which of these are in chunks, for {@link #placedChunks}. */
    public void noteWholes(Collection<RebuiltVersion> placed) {
        List<ObjectMapping> wholes = placed.stream()
                .map(RebuiltVersion::row)
                .filter(row -> row.content().isChunked())
                .toList();
        if (wholes.isEmpty()) {
            return;
        }
        run(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("insert into rebuild_whole values (? || '+chunks', ?, ?)")) {
                for (ObjectMapping whole : wholes) {
                    ObjectId id = whole.id();
                    statement.setString(1, id.bucket());
                    statement.setLong(2, whole.content().contentId().high());
                    statement.setLong(3, whole.content().contentId().low());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Sums up what is placed, for quotas. */
    public void countStored() {
        run(connection -> execute(connection, COUNT_STORED));
    }

    private void stream(String sql, Consumer<RebuiltVersion> visitor) {
        run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(BATCH);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        visitor.accept(version(rows));
                    }
                }
            }
        });
    }

    private static RebuiltVersion version(ResultSet row) throws SQLException {
        Integer[] missing = (Integer[]) row.getArray("missing").getArray();
        return new RebuiltVersion(
                MappingColumns.read(row),
                List.of(missing),
                RebuiltVersion.State.values()[row.getShort("found")],
                row.getString("principal"));
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** In a transaction without time limits: sorting everything takes as long as it takes. */
    private void run(Work work) {
        try (Connection connection = database.pool().getConnection()) {
            connection.setAutoCommit(false);
            try {
                execute(
                        connection,
                        "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
                work.run(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused a part of the rebuild: " + e.getMessage(), e);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    /** Drops what it gathered. */
    @Override
    public void close() {
        run(connection -> execute(connection, DROP));
    }
}
