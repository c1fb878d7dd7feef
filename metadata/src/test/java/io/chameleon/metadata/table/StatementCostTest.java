package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.metadata.bucket.PostgresBucketTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.statement.EpochLogRows;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What requests and periodic tasks read does not grow with the tables: PostgreSQL counts the rows and index entries
 * that each call reads, whatever its plan.
 */
class StatementCostTest {
    private static final int OBJECTS = 20_000;
    private static final int SERVERS = 54;
    private static final int LIMIT = 10;
    /** Far less than any table has, and enough for six servers of each of {@link #LIMIT} objects. */
    private static final long MOST_READ = 2_000;

    private static final Duration GRACE = Duration.ofHours(1);
    private static final ServerId SERVER = new ServerId("flash-7");
    private static final List<ServerId> MANY = IntStream.range(0, SERVERS)
            .mapToObj(n -> new ServerId("flash-" + n))
            .toList();
    private static final ObjectId EXISTING = new ObjectId("photos", TableFill.key(4_711));

    /** Composed objects are colder and hotter than all others; half of the outbox is collected. */
    private static final String BESIDE = """
            insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                extents, crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded, remap_epoch,
                heat_score, last_write_epoch, created_millis, modified_millis, version, places)
            select 'films', object_key, write_high, -write_low - 1, write_high, write_low, size_bytes, 8388608, 1, 7,
                '', '{}', 2, 'EC(4+2)', destination_servers, false, 0,
                case when version % 2 = 0 then -1 else 1000 end, 1, 1, 1, 1, places
            from object_mapping;
            insert into fragment_outbox (id, server, write_high, write_low, since_millis, forget_millis)
            select n, 'flash-' || n % 54, n, 5, 1, case when n % 2 = 0 then 9000000000000000 end from generate_series(-40000, -1) n;
            insert into epoch_log (bucket, object_key, version, epoch, event, state_from, state_to, source, destination, reason, at_millis)
            select bucket, object_key, version, 1, 1, 1, 1, '{}', '{}', '', 1 from object_mapping;
            insert into repair_queue (bucket, object_key, write_high, write_low, missing, since_millis, due_millis)
            select bucket, object_key, write_high, write_low, '{1}', 1, abs(write_low % 2) from object_mapping where bucket = 'films';
            insert into component (bucket, content_high, content_low, refs, since_millis)
            select 'films', n, n, 1, 1 from generate_series(1, 20000) n;
            insert into object_version (bucket, object_key, position, content_high, content_low, marker, versioned, modified_millis,
                noncurrent_millis)
            select bucket, object_key, 1, write_high, write_low, true, true, 1, 1
            from object_mapping where bucket = 'photos';
            insert into multipart_upload (bucket, object_key, upload_high, upload_low, started_millis, owner, policy, content_type,
                user_metadata)
            select bucket, object_key, 1, 1, 1, '', 2, '', '{}' from object_mapping where bucket = 'photos';
            insert into chunk_upload (bucket, content_high, content_low, chunk_bytes, bytes, last_millis)
            select 'films', n, n, 1, 1, 9000000000000000 from generate_series(1, 20000) n;
            """;

    /** A call, and what reads it may cost. */
    private record Call(String name, Runnable run) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final DatabaseConfig CONFIG =
            PostgresForTests.migratedDatabase().withPoolSize(4);
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Database DATABASE = Database.open(CONFIG, new SimpleMeterRegistry());
    private static final PostgresMappingTable MAPPING = new PostgresMappingTable(DATABASE, CLOCK, GRACE);
    private static final PostgresRemapTable REMAPS = new PostgresRemapTable(DATABASE, CLOCK, GRACE);
    private static final PostgresGarbageTable GARBAGE = new PostgresGarbageTable(DATABASE, CLOCK, GRACE);
    private static final PostgresRepairTable REPAIRS = new PostgresRepairTable(DATABASE, CLOCK, GRACE);
    private static final PostgresBucketTable BUCKETS = new PostgresBucketTable(DATABASE, CLOCK);
    private static final PostgresUploadTable UPLOADS = new PostgresUploadTable(DATABASE, CLOCK, GRACE);
    private static final PostgresVersionTable VERSIONS = new PostgresVersionTable(DATABASE, CLOCK);

    @BeforeAll
    static void fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(CONFIG.jdbcUrl())) {
            TableFill.fill(connection, OBJECTS, SERVERS);
            TableFill.execute(connection, BESIDE);
            TableFill.execute(connection, "analyze");
        }
    }

    @AfterAll
    static void close() {
        DATABASE.close();
    }

    private static Call of(String name, Runnable run) {
        return new Call(name, run);
    }

    static Stream<Call> calls() {
        long fence = REMAPS.claim("test").fence();
        List<WriteId> writes = IntStream.range(0, LIMIT)
                .mapToObj(n -> new WriteId(1_000_000_000_000L + n * 65_536L, n))
                .toList();
        return Stream.of(
                of("look-up", () -> MAPPING.lookup(EXISTING)),
                of("look-ups", () -> MAPPING.lookup(List.of(EXISTING, Samples.object("none")))),
                of("commit of a new object", () -> MAPPING.commit(List.of(Samples.write(Samples.object("new"))))),
                of("commit of another version", () -> MAPPING.commit(List.of(Samples.write(EXISTING)))),
                of("delete", () -> MAPPING.delete(new ObjectId("photos", TableFill.key(5)), Condition.NONE)),
                of("page of a listing", () -> MAPPING.list(new ListQuery("photos", "", "", "f-5", LIMIT))),
                of(
                        "page under a prefix",
                        () -> MAPPING.list(new ListQuery("photos", "f-005", "", "", ListQuery.MAX_LIMIT))),
                of("page of prefixes", () -> MAPPING.list(new ListQuery("photos", "", "/", "f-5", LIMIT))),
                of(
                        "page of versions",
                        () -> VERSIONS.list(new VersionQuery(new ListQuery("photos", "", "", "f-5", LIMIT), null))),
                of(
                        "page of versions under a prefix",
                        () -> VERSIONS.list(
                                new VersionQuery(new ListQuery("photos", "f-005", "", "", ListQuery.MAX_LIMIT), null))),
                of(
                        "page of uploads under a prefix",
                        () -> UPLOADS.list(new UploadQuery("photos", "f-005", "", null, 1_000))),
                of("page of uploads", () -> UPLOADS.list(new UploadQuery("photos", "", "f-5", null, LIMIT))),
                of("buckets", () -> BUCKETS.list(null, "", LIMIT)),
                of("the epoch", REMAPS::balancerEpoch),
                of("the hottest", () -> REMAPS.hottest(LIMIT)),
                of("the coldest", () -> REMAPS.coldest(LIMIT)),
                of("what waits for its next write", () -> REMAPS.pending(9, null, LIMIT)),
                of("counts by state", REMAPS::countByState),
                of("a plan", () -> {
                    REMAPS.storePlan(fence, new StoredPlan(77, List.of(), false));
                    REMAPS.openPlan();
                    REMAPS.completePlan(fence, 77);
                }),
                of("garbage", () -> GARBAGE.garbage(5, LIMIT)),
                of("garbage of many servers", () -> GARBAGE.garbage(MANY, 5, 1)),
                of(
                        "garbage of a server, collected",
                        () -> GARBAGE.collected(GARBAGE.garbage(SERVER, 5, LIMIT).stream()
                                .map(Garbage::id)
                                .toList())),
                of("sweep of uploads and components", () -> GARBAGE.sweepUploads(fence, LIMIT)),
                of("live writes", () -> GARBAGE.liveWrites(SERVER, writes)),
                of("orphans", () -> GARBAGE.orphans(SERVER, writes)),
                of("condemned", () -> GARBAGE.condemn(fence, SERVER, writes)),
                of("halts", GARBAGE::halts),
                of("next repairs", () -> REPAIRS.repairs(LIMIT)),
                of("repair's status", REPAIRS::repairStatus),
                of("servers being emptied", REPAIRS::evacuating),
                of("page of a server's objects", () -> REPAIRS.objectsOn(SERVER, null, LIMIT)),
                of("page of a walk over a lost server", () -> {
                    REPAIRS.begin(fence, SERVER);
                    Evacuation lost = REPAIRS.evacuating().records().getFirst();
                    REPAIRS.walk(fence, lost, LIMIT);
                }),
                of("step of the check of servers' codes", () -> {
                    try (PlacesCheck check = new PlacesCheck(DATABASE, new SimpleMeterRegistry())) {
                        check.step(LIMIT);
                    }
                }),
                of("servers", () -> new KnownServers(DATABASE, CLOCK).merge(List.of())));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void call_readsFewRows_howeverManyThereAre(Call call) throws SQLException {
        try (Connection connection = DriverManager.getConnection(CONFIG.jdbcUrl())) {
            settle(connection);
            long before = read(connection);
            call.run.run();
            settle(connection);
            assertThat(read(connection) - before).isLessThan(MOST_READ);
        }
    }

    @Test
    void compaction_dropsAPartOfALongLogAtATime() {
        long fence = REMAPS.claim("test").fence();
        assertThat(REMAPS.compact(fence, 1)).isEqualTo(EpochLogRows.COMPACTED_AT_ONCE);
        assertThat(REMAPS.compact(fence, 0)).isZero();
    }

    /** The test can fail. */
    @Test
    void statementThatCountsRows_isSeen() throws SQLException {
        try (Connection connection = DriverManager.getConnection(CONFIG.jdbcUrl())) {
            settle(connection);
            long before = read(connection);
            long unused = DATABASE.transactions()
                    .run(session -> session.createNativeQuery(
                                    "select count(*) from object_mapping where state = 2", Long.class)
                            .getSingleResult());
            settle(connection);
            assertThat(read(connection) - before).isGreaterThan(MOST_READ);
        }
    }

    /** A session tells what it has read at the latest when it ends. */
    private static void settle(Connection connection) throws SQLException {
        Set<String> sessions = sessions(connection);
        HikariPoolMXBean pool = DATABASE.pool().unwrap(HikariDataSource.class).getHikariPoolMXBean();
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            // Again and again: one may just be on its way into the pool.
            pool.softEvictConnections();
            return sessions(connection).stream().noneMatch(sessions::contains);
        });
    }

    private static Set<String> sessions(Connection connection) throws SQLException {
        return Set.copyOf(TableFill.texts(
                connection,
                "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
                        + " and backend_type = 'client backend'"));
    }

    /** Rows and index entries. */
    private static long read(Connection connection) throws SQLException {
        return Long.parseLong(TableFill.texts(connection, """
                        select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)
                            + (select sum(idx_tup_read) from pg_stat_user_indexes)
                        """).getFirst());
    }
}
