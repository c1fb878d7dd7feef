package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.row.Places;
import io.chameleon.metadata.schema.OnlineIndexes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of earlier schemas: their objects are found by their servers at once, and the table shrinks afterwards. */
class PlacesUpgradeTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Duration GRACE = Duration.ofHours(1);
    private static final String LATEST_BEFORE = "27";

    private final DatabaseConfig config = PostgresForTests.newDatabase();
    private final AtomicLong nanos = new AtomicLong(7);

    static Stream<String> earlierSchemas() {
        DatabaseConfig empty = PostgresForTests.newDatabase();
        return Arrays.stream(Flyway.configure()
                        .dataSource(empty.jdbcUrl(), empty.user(), empty.password())
                        .load()
                        .info()
                        .all())
                .map(MigrationInfo::getVersion)
                .map(Object::toString)
                .filter(version -> Integer.parseInt(version) <= Integer.parseInt(LATEST_BEFORE));
    }

    private Database upgraded(String from) {
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target(from)
                .load()
                .migrate();
        execute("""
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                    crc32c, content_type, user_metadata, state, source_scheme, source_servers, destination_scheme, destination_servers,
                    degraded, remap_epoch, heat_score, last_write_epoch, created_millis, modified_millis, version)
                select 'photos', 'o' || n, n, 1, n, 1, 5, 8, 7, '', '{}', case when n = 2 then 5 else 1 end,
                    case when n = 2 then 'REP(3)' end, case when n = 2 then array['a', 'b', 'c'] end,
                    'REP(3)', case when n = 2 then array['d', 'e', 'f'] else array['a', 'b', 'c'] end, false, 0, 0, 0, 0, 0, 1
                from generate_series(1, 3) n
                """);
        return open();
    }

    private Database open() {
        return Database.open(config, new SimpleMeterRegistry(), nanos::get);
    }

    private void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.name(config), sql);
    }

    private static List<ObjectId> on(Database database, String server) {
        return new PostgresRepairTable(database, CLOCK, GRACE)
                .objectsOn(new ServerId(server), null, 100).objects().stream()
                        .map(RepairTask::row)
                        .map(row -> row.id())
                        .toList();
    }

    private static String text(Database database, String sql) {
        return database.transactions()
                .run(session -> session.createNativeQuery("select cast((" + sql + ") as text)", String.class)
                        .getSingleResult());
    }

    private static void pass(Database database) {
        try (PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
            while (!check.step(2)) {}
            boolean unused = check.empty();
        }
    }

    @ParameterizedTest
    @MethodSource("earlierSchemas")
    void objectsOfAnEarlierSchema_areFound_beforeAndAfterTheyHaveCodes(String schema) throws SQLException {
        try (Database database = upgraded(schema)) {
            ObjectId[] all = {Samples.object("o1"), Samples.object("o2"), Samples.object("o3")};
            assertThat(on(database, "a")).containsExactly(all);
            assertThat(on(database, "d")).as("a destination").isEmpty();

            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            assertThat(OnlineIndexes.build(database.unlimited())).isTrue();
            pass(database);
            assertThat(text(database, "select count(*) from object_mapping where places is null"))
                    .isEqualTo("0");
            assertThat(on(database, "a")).containsExactly(all);
            assertThat(on(database, "d")).isEmpty();
        }
    }

    @Test
    void processBesideAnEarlierBuild_storesNoCodes_andKeepsTheListByWhichThatOneWalks() {
        try (Database database = upgraded(LATEST_BEFORE)) {
            PostgresMappingTable mapping = new PostgresMappingTable(database, CLOCK, GRACE);
            mapping.commit(List.of(Samples.write(Samples.object("new"))));
            pass(database);
            assertThat(text(database, "select count(places) from object_mapping"))
                    .isEqualTo("0");
            assertThat(text(database, "select count(*) from server_object")).isEqualTo("6");
            assertThat(on(database, "flash-1")).containsExactly(Samples.object("new"));

            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            mapping.commit(List.of(Samples.write(Samples.object("newer"))));
            assertThat(text(database, "select count(places) from object_mapping"))
                    .isEqualTo("1");
            pass(database);
            assertThat(text(database, "select settled from server_object_check"))
                    .as("that pass began before")
                    .isEqualTo("false");
            pass(database);
            assertThat(text(database, "select settled from server_object_check"))
                    .isEqualTo("true");
            assertThat(text(database, "select count(*) from server_object")).isEqualTo("0");
        }
        try (Database next = open()) {
            new PostgresMappingTable(next, CLOCK, GRACE).commit(List.of(Samples.write(Samples.object("later"))));
            assertThat(text(next, "select count(*) from object_mapping where places is null"))
                    .as("no earlier build can start any more")
                    .isEqualTo("0");
        }
    }

    @Test
    void indexes_areBuiltWhileATransactionIsOpen_andOthersCommit() throws Exception {
        try (Database database = upgraded(LATEST_BEFORE)) {
            PostgresMappingTable mapping = new PostgresMappingTable(database, CLOCK, GRACE);
            CompletableFuture<Boolean> built = database.transactions().run(session -> {
                WorkingSet rows = WorkingSet.lock(session, List.of(Samples.object("o1")));
                assertThat(rows.row(Samples.object("o1"))).isNotNull();
                CompletableFuture<Boolean> build = CompletableFuture.supplyAsync(() -> build(database));
                mapping.commit(List.of(Samples.write(Samples.object("meanwhile"))));
                return build;
            });
            while (!built.get()) {
                built = CompletableFuture.supplyAsync(() -> build(database));
            }
            assertThat(OnlineIndexes.dropFormer(database.unlimited())).isTrue();
            assertThat(text(database, "select pg_get_indexdef('object_mapping_pkey'::regclass)"))
                    .endsWith("(bucket, object_key) INCLUDE (places)");
            assertThat(text(database, "select pg_get_indexdef('object_mapping_by_write'::regclass)"))
                    .endsWith("(write_high)");
            assertThat(text(database, "select count(*) from pg_indexes where tablename = 'object_mapping'"))
                    .isEqualTo("4");
            assertThat(on(database, "flash-1")).containsExactly(Samples.object("meanwhile"));
        }
    }

    @Test
    void lockOfABuild_isFree_howeverLateTheServerNoticesThatTheConnectionIsClosed() throws SQLException {
        try (Database database = upgraded(LATEST_BEFORE);
                Connection lingering = database.unlimited().getConnection()) {
            assertThat(OnlineIndexes.build(lasting(lingering))).isTrue();
            assertThat(OnlineIndexes.build(database.unlimited())).isTrue();
        }
    }

    /** Gives one connection, which stays open. */
    private static DataSource lasting(Connection connection) {
        ClassLoader loader = PlacesUpgradeTest.class.getClassLoader();
        Object open = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
        return (DataSource)
                Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> open);
    }

    private static boolean build(Database database) {
        try {
            return OnlineIndexes.build(database.unlimited());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void codes_areTheSameInJavaAndInTheDatabase_andNoneIsFoundAcrossTwoOthers() {
        try (Database database = open()) {
            PostgresMappingTable mapping = new PostgresMappingTable(database, CLOCK, GRACE);
            mapping.commit(List.of(Samples.write(Samples.object("o"))));
            assertThat(text(database, "select places = " + Places.OF_ROW + " from object_mapping m"))
                    .isEqualTo("true");
        }
        for (int server = 0; server < 1_000; server++) {
            byte[] code = Places.code(new ServerId("flash-" + server));
            assertThat(code[0]).isNegative();
            assertThat(code[1]).isNotNegative();
        }
    }
}
