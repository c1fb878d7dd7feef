package io.chameleon.metadata.table;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.statement.MappingColumns;
import io.chameleon.metadata.upload.ComponentRows;
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
 * The database's part of a rebuild: extra tables in which the servers' data is gathered and sorted, whatever its size,
 * and the resulting rows. Nothing else may use the database meanwhile. One thread.
 */
public final class RebuildTable implements AutoCloseable {
    /** The rows of one round trip, and of one transaction that places objects. */
    public static final int BATCH = 500;

    private static final String DROP = "drop table if exists rebuild_manifest, rebuild_version, rebuild_whole, "
            + RebuiltLists.TABLES + ", " + RebuiltHistories.TABLES;

    /** Unlogged: after a crash a rebuild starts again. */
    private static final String CREATE = """
            create unlogged table rebuild_manifest (
                write_high bigint not null, write_low bigint not null, manifest bytea not null, principal text not null,
                former boolean not null,
                primary key (write_high, write_low));
            create unlogged table rebuild_version (like object_mapping including defaults,
                missing integer[] not null, found smallint not null, principal text not null, former boolean not null);
            create unlogged table rebuild_whole (
                bucket text collate "C" not null, content_high bigint not null, content_low bigint not null);
            """ + RebuiltLists.CREATE + ";" + RebuiltHistories.CREATE;

    /**
     * The cluster's own claim takes precedence over a user's. Only the servers to which a fragment moved may know that
     * its version is a former one.
     */
    private static final String ADD_MANIFEST = """
            insert into rebuild_manifest (write_high, write_low, manifest, principal, former) values (?, ?, ?, ?, ?)
            on conflict (write_high, write_low) do update set manifest = excluded.manifest, principal = excluded.principal,
                former = rebuild_manifest.former or excluded.former
            where excluded.principal = '' or rebuild_manifest.principal <> ''
            """;

    private static final String MANIFESTS = """
            select m.write_high, m.write_low, m.manifest, m.principal, m.former
            from unnest(?, ?) as w(high, low) join rebuild_manifest m on m.write_high = w.high and m.write_low = w.low
            """;

    private static final String ADD_VERSION = "insert into rebuild_version (" + MappingColumns.NAMES
            + ", missing, found, principal, former) values (" + MappingColumns.PLACES + ", ?, ?, ?, ?)";

    private static final String CHUNKS = "bucket like '%+chunks'";

    /** Among copies of one content the best comes first. */
    private static final String BEST = "found, cardinality(missing), write_high desc, write_low desc";

    private static final String NEWEST = "select * from rebuild_version where not " + CHUNKS
            + " order by bucket, object_key, content_high desc, content_low desc, " + BEST;

    private static final String ALL_CHUNKS =
            "select * from rebuild_version where " + CHUNKS + " order by bucket, object_key, " + BEST;

    private static final String LISTS = "select * from rebuild_version where bucket like '%+parts' and content_type = '"
            + Components.LIST_TYPE + "' order by bucket, object_key, " + BEST;

    private static final String PLACED_CHUNKS = """
            select v.* from rebuild_version v join rebuild_whole w
              on v.bucket = w.bucket and v.object_key like lpad(to_hex(w.content_high), 16, '0') || lpad(to_hex(w.content_low), 16, '0') || '/%'
            order by v.bucket, v.object_key, v.found, cardinality(v.missing), v.write_high desc, v.write_low desc
            """;

    private static final String WRITERS = """
            select regexp_replace(bucket, '\\+(chunks|parts)$', '') as of_bucket, principal, count(*) as objects, min(content_high) as first
            from rebuild_version where principal <> '' group by 1, 2 order by 1, 4, 2
            """;

    private static final String GRANTS =
            "select bucket, case when access >= 2 then principal else '' end from bucket_grant";

    /** Computes the sums that quotas are compared with, and those of states, as migrations did for existing rows. */
    private static final String COUNT_STORED = """
            delete from stored;
            insert into stored (kind, name, part, bytes, objects)
                select 1, of.bucket, 0, cast(sum(of.bytes) as bigint), cast(sum(of.objects) as bigint)
                from (select regexp_replace(bucket, '\\+(chunks|parts)$', '') as bucket,
                          case when chunk_bytes = 0 and extents = 0 then size_bytes else 0 end as bytes,
                          case when bucket like '%+chunks' or bucket like '%+parts' then 0 else 1 end as objects
                      from object_mapping) of
                group by of.bucket;
            insert into stored (kind, name, part, bytes, objects)
                select 2, c.principal, 0, cast(sum(s.bytes) as bigint), cast(sum(s.objects) as bigint)
                from stored s join bucket_claim c on c.bucket = s.name
                where s.kind = 1 group by c.principal;
            insert into stored (kind, name, part, bytes, objects)
                select 3, cast(state as text), 0, 0, count(*) from object_mapping group by state
            """;

    /**
     * How many versions of a bucket a user has named.
     *
     * @param first time of the oldest, as the high word of its content id
     */
    public record Writer(String bucket, String principal, long versions, long first) {}

    /**
     * A manifest as the servers store it.
     *
     * @param manifest its bytes
     * @param former whether any server says that it is of a former version
     */
    public record Named(WriteId writeId, byte[] manifest, String principal, boolean former) {}

    private final Database database;

    private RebuildTable(Database database) {
        this.database = database;
    }

    /**
     * Creates its tables anew.
     *
     * @throws IllegalArgumentException in one line if the database has objects
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
                    statement.setBoolean(5, manifest.former());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** The manifests of those writes that have one. */
    public Map<WriteId, Named> manifests(Collection<WriteId> writes) {
        Map<WriteId, Named> found = new HashMap<>();
        run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(MANIFESTS)) {
                statement.setObject(1, writes.stream().mapToLong(WriteId::high).toArray());
                statement.setObject(2, writes.stream().mapToLong(WriteId::low).toArray());
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        WriteId write = new WriteId(rows.getLong(1), rows.getLong(2));
                        found.put(write, new Named(write, rows.getBytes(3), rows.getString(4), rows.getBoolean(5)));
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
                            MappingColumns.COUNT + 1,
                            connection.createArrayOf(
                                    "integer", version.missing().toArray()));
                    statement.setShort(
                            MappingColumns.COUNT + 2, (short) version.state().ordinal());
                    statement.setString(MappingColumns.COUNT + 3, version.principal());
                    statement.setBoolean(MappingColumns.COUNT + 4, version.former());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Users who claim names of versions, by bucket, the earliest of each bucket first. */
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

    /** By bucket, the users who may write to it; without buckets that have no known grants. */
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

    /**
     * All versions of objects and components, sorted by id, the newest of an object first, and the best among copies of
     * one content first.
     */
    public void newestFirst(Consumer<RebuiltVersion> visitor) {
        stream(NEWEST, visitor);
    }

    /** All chunks sorted by id, the best among copies first. */
    public void chunks(Consumer<RebuiltVersion> visitor) {
        stream(ALL_CHUNKS, visitor);
    }

    /** All components that are lists of composed objects, sorted by id, the best among copies first. */
    public void lists(Consumer<RebuiltVersion> visitor) {
        stream(LISTS, visitor);
    }

    /** What those lists say. */
    public RebuiltLists composed() {
        return new RebuiltLists(this);
    }

    /** Versions that are not current. */
    public RebuiltHistories histories() {
        return new RebuiltHistories(this);
    }

    /** As {@link #chunks}, for placed objects only. */
    public void placedChunks(Consumer<RebuiltVersion> visitor) {
        stream(PLACED_CHUNKS, visitor);
    }

    /**
     * Enters objects, each once, and queues their missing fragments for repair. Nothing refers to components until
     * {@link RebuiltLists#enter} and {@link RebuiltHistories#enter}.
     */
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
            List<ObjectMapping> inserted = rows.flush();
            ComponentRows.insert(
                    session,
                    inserted.stream()
                            .map(ObjectMapping::id)
                            .filter(Components::isComponent)
                            .toList(),
                    0,
                    nowMillis);
            return inserted;
        });
    }

    /** Records which of these have chunks, for {@link #placedChunks}. */
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
                    connection.prepareStatement("insert into rebuild_whole values (?, ?, ?)")) {
                for (ObjectMapping whole : wholes) {
                    ObjectId id = whole.id();
                    statement.setString(1, Chunks.bucket(id.bucket()));
                    statement.setLong(2, whole.content().contentId().high());
                    statement.setLong(3, whole.content().contentId().low());
                    statement.addBatch();
                }
                int[] unused = statement.executeBatch();
            }
        });
    }

    /** Sums up the placed objects, for quotas and counts. */
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
                row.getString("principal"),
                row.getBoolean("former"));
    }

    interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** In a transaction without time limits, since sorting everything may take long. */
    void run(Work work) {
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

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    /** Drops its tables. */
    @Override
    public void close() {
        run(connection -> execute(connection, DROP));
    }
}
