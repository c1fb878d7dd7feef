package io.chameleon.metadata.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.chameleon.metadata.row.Places;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** Rows lose what follows from their other columns once no earlier build runs, and say the same as before. */
class ServerCodesTest {
    private static final InstantSource CLOCK = InstantSource.system();
    private static final Duration GRACE = Duration.ofHours(1);
    private static final int OBJECTS = 40;
    private static final String SERVERS = """
            insert into servers (id, host, port, zone, capacity_bytes)
            select s, 'h', 1, 'z', 1 from unnest(array['%s']) s""";

    private final DatabaseConfig config = PostgresForTests.newDatabase();
    private final AtomicLong nanos = new AtomicLong(7);
    private final ServerId second = sharingCodeOf("a");

    /** The first of two names with one code has it, in the order of the names. */
    private static ServerId sharingCodeOf(String name) {
        return IntStream.range(0, 1_000_000)
                .mapToObj(n -> new ServerId("b" + n))
                .filter(server -> Arrays.equals(Places.code(server), Places.code(new ServerId(name))))
                .findFirst()
                .orElseThrow();
    }

    private Database open() {
        return Database.open(config, new SimpleMeterRegistry(), nanos::get);
    }

    private void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.name(config), sql);
    }

    private String text(String sql) {
        return PostgresForTests.text(config, sql);
    }

    /** As a process of schema 34 does it: stable ones, moves, and those on a server whose code another has. */
    private void insert(String prefix, int from, int to) {
        execute("""
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low,
                    size_bytes, segment_bytes, crc32c, content_type, user_metadata, state, source_scheme, source_servers,
                    destination_scheme, destination_servers, degraded, remap_epoch, heat_score, last_write_epoch,
                    created_millis, modified_millis, version)
                select 'photos', '%1$s' || n, n, 1, n - n %% 2, 1, 5, 8, 7, '', '{}',
                    case when n %% 5 = 0 then 5 else 1 end,
                    case when n %% 5 = 0 then 'REP(3)' end,
                    case when n %% 5 = 0 then array['a', 'c', 'd'] end,
                    'REP(3)', case n %% 5 when 0 then array['d', 'e', 'f'] when 1 then array['%2$s', 'c', 'd']
                        else array['f', 'a', 'c'] end,
                    false, 0, 0, 0, 0, 0, 1
                from generate_series(%3$s, %4$s) n;
                update object_mapping m set places = %5$s
                where bucket = 'photos' and write_high %% 3 > 0 and destination_servers is not null
                """.formatted(prefix, second, from, to, Places.OF_ROW));
    }

    private Database upgraded() {
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("34")
                .load()
                .migrate();
        insert("o", 1, OBJECTS);
        execute("update server_object_check set settled = true");
        execute(SERVERS.formatted(String.join("', '", "a", "c", "d", "e", "f", second.value())));
        return open();
    }

    private static List<ObjectMapping> rows(Database database) {
        return new PostgresRemapTable(database, CLOCK, GRACE).coldest(1_000);
    }

    private static ObjectMapping row(Database database, String key) {
        return requireNonNull(new PostgresMappingTable(database, CLOCK, GRACE)
                .lookup(Samples.object(key))
                .mapping());
    }

    private static List<String> on(Database database, ServerId server) {
        return new PostgresRepairTable(database, CLOCK, GRACE)
                .objectsOn(server, null, 1_000).objects().stream()
                        .map(task -> task.row().id().key())
                        .toList();
    }

    private static List<String> keys(List<ObjectMapping> rows, ServerId server) {
        return rows.stream()
                .filter(row -> row.live().servers().contains(server))
                .map(row -> row.id().key())
                .toList();
    }

    private static void turn(Database database) throws SQLException {
        try (PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
            check.turn();
        }
    }

    private String named() {
        return text("select count(destination_servers) from object_mapping");
    }

    @Test
    void tableOfSchema34_becomesCompact_afterTheWindow_andEveryRowSaysTheSame() throws SQLException {
        List<ObjectMapping> before;
        try (Database database = upgraded()) {
            turn(database);
            assertThat(named()).as("an earlier build may run").isEqualTo("" + OBJECTS);

            insert("p", OBJECTS + 1, OBJECTS + 10);
            execute("update object_mapping set destination_servers = array['c', 'd', 'f'], places = null, version = 2"
                    + " where object_key = 'o2'");
            before = rows(database);
            assertThat(before).hasSize(OBJECTS + 10);
            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            try (PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
                database.codes().name(database.transactions());
                assertThat(check.step(OBJECTS / 2)).as("this process dies").isFalse();
            }
        }
        try (Database database = open()) {
            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            turn(database);
            turn(database);
            assertThat(named()).as("a move, or a server whose code another has").isEqualTo("20");
            assertThat(text("select count(content_high) from object_mapping"))
                    .as("that of a write whose bytes were moved")
                    .isEqualTo("25");
            assertThat(rows(database)).isEqualTo(before);
            for (String server : List.of("a", "c", "d", "e", "f", second.value())) {
                ServerId id = new ServerId(server);
                assertThat(on(database, id)).containsExactlyInAnyOrderElementsOf(keys(before, id));
            }
            assertThat(text("select scheme || servers::text from object_servers where object_key = 'o3'"))
                    .isEqualTo("REP(3){f,a,c}");

            assertThatThrownBy(() -> execute("update object_mapping m set places = " + Places.OF_ROW
                            + " where places is distinct from " + Places.OF_ROW))
                    .as("the check of an earlier build that still runs")
                    .hasStackTraceContaining("object_mapping_compact");
            String versions = text("select sum(cast(cast(xmin as text) as bigint)) from object_mapping");
            turn(database);
            assertThat(text("select sum(cast(cast(xmin as text) as bigint)) from object_mapping"))
                    .as("nothing is written again")
                    .isEqualTo(versions);
        }
        try (Database next = open()) {
            new PostgresMappingTable(next, CLOCK, GRACE).commit(List.of(Samples.write(Samples.object("new"))));
            assertThat(text("select content_high is null and scheme_code = 2080"
                            + " from object_mapping where object_key = 'new'"))
                    .as("at once: no earlier build can start")
                    .isEqualTo("t");
            assertThat(row(next, "new").destination()).isEqualTo(Samples.SIX);
        }
    }

    @Test
    void lostServer_isFoundInRowsWithoutNames_andTheirFragmentsAreQueuedForDeletion() throws SQLException {
        try (Database database = upgraded()) {
            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            turn(database);
            List<ObjectMapping> before = rows(database);
            PostgresRepairTable repairs = new PostgresRepairTable(database, CLOCK, GRACE);
            long fence =
                    new PostgresRemapTable(database, CLOCK, GRACE).claim("only").fence();
            assertThat(lose(repairs, fence, second)).containsExactlyInAnyOrderElementsOf(keys(before, second));
            assertThat(lose(repairs, fence, new ServerId("f")))
                    .containsAll(keys(before, new ServerId("f")))
                    .hasSize(keys(before, second).size()
                            + keys(before, new ServerId("f")).size());

            assertThat(new PostgresMappingTable(database, CLOCK, GRACE).delete(Samples.object("o3"), Condition.NONE))
                    .isNotNull();
            assertThat(text("select servers from fragment_outbox where write_high = 3"))
                    .isEqualTo("{f,a,c}");
        }
    }

    /** Returns what is queued then. */
    private static List<String> lose(PostgresRepairTable repairs, long fence, ServerId server) {
        var unused = LostServers.lose(repairs, fence, server, 10);
        List<String> queued = new ArrayList<>();
        repairs.repairs(100).forEach(task -> {
            assertThat(task.missing()).containsExactly(0);
            queued.add(task.row().id().key());
        });
        return queued;
    }

    @Test
    void codeThatAnotherProcessHasAdded_isLookedUp_byEveryReader() {
        try (Database one = open();
                Database other = open()) {
            execute(SERVERS.formatted(String.join(
                    "', '", Samples.SIX.servers().stream().map(ServerId::value).toList())));
            other.codes().name(other.transactions());
            ObjectId id = Samples.object("o");
            new PostgresMappingTable(other, CLOCK, GRACE).commit(List.of(Samples.write(id)));
            assertThat(named()).isEqualTo("0");

            assertThat(one.codes().standFor(Samples.SIX.servers())).isFalse();
            assertThat(row(one, "o").destination()).isEqualTo(Samples.SIX);
            assertThat(one.codes().standFor(Samples.SIX.servers())).isTrue();

            execute("delete from server_code where server = 'flash-3'");
            try (Database late = open()) {
                assertThatThrownBy(() -> row(late, "o")).hasStackTraceContaining("is not in table server_code");
            }
        }
    }

    /** Each knows only one of two servers with the same code, as while they register. */
    @Test
    void twoProcessesThatNameServersAtOnce_agreeWhoHasTheCode() throws Exception {
        try (Database database = open();
                Connection other = database.unlimited().getConnection()) {
            execute(SERVERS.formatted("a"));
            other.setAutoCommit(false);
            TableFill.execute(
                    other,
                    "insert into server_code (code, server) select %s, '%s'"
                            .formatted(Places.OF_NAME.formatted("'" + second + "'"), second));
            ServerCodes codes = database.codes();
            CompletableFuture<Void> named = CompletableFuture.runAsync(() -> codes.name(database.transactions()));
            Awaitility.await()
                    .until(() -> PostgresForTests.isThere(
                            config,
                            "select 1 from pg_stat_activity"
                                    + " where datname = current_database() and wait_event_type = 'Lock'"));
            other.commit();
            named.get();
            codes.name(database.transactions());
            assertThat(codes.standFor(List.of(second))).isTrue();
            assertThat(codes.standFor(List.of(new ServerId("a")))).isFalse();
        }
    }
}
