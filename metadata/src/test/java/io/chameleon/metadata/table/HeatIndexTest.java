package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.WriteHeat;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.UpgradeWindow;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** The index of heat: small, although most objects share a score, and never missing during an upgrade. */
class HeatIndexTest {
    private static final int OBJECTS = 20_000;
    private static final String FORMER = "object_mapping_by_heat";
    private static final String STEPS = "object_mapping_by_heat_step";

    private final DatabaseConfig config = PostgresForTests.newDatabase();
    private final AtomicLong nanos = new AtomicLong(7);

    private Database open() {
        return Database.open(config, new SimpleMeterRegistry(), nanos::get);
    }

    private static List<String> keys(List<ObjectMapping> rows) {
        return rows.stream().map(row -> row.id().key()).toList();
    }

    private static PostgresRemapTable remaps(Database database) {
        return new PostgresRemapTable(database, InstantSource.system(), Duration.ofHours(1));
    }

    /** @param score of object {@code 'o' || n}, as SQL of n */
    private void fill(String score, int objects) {
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                    crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded, remap_epoch, heat_score,
                    last_write_epoch, created_millis, modified_millis, version)
                select 'photos', 'o' || n, n, 1, n, 1, 5, 8, 7, '', '{}', 1, 'REP(3)', array['a', 'b', 'c'], false, 0, %s, 0, 0, 0, 1
                from generate_series(1, %s) n
                """.formatted(score, objects));
    }

    private static List<String> names(Database database) {
        return database.transactions()
                .run(session -> session.createNativeQuery("""
                        select cast(indexname as text) from pg_indexes where indexname like 'object_mapping_by_heat%' order by 1
                        """, String.class).getResultList());
    }

    @Test
    void indexOfEarlierBuild_isReadUntilTheNewOneIsBuilt_andStaysForTenMinutes() throws SQLException {
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("32")
                .load()
                .migrate();
        fill("n / 2", 5);
        List<String> hottest = List.of("o4", "o5", "o2", "o3", "o1");
        try (Database database = open();
                PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
            assertThat(names(database)).containsExactly(FORMER);
            assertThat(keys(remaps(database).hottest(5))).isEqualTo(hottest);

            check.turn();
            assertThat(names(database)).as("an earlier build reads it").containsExactly(FORMER, STEPS);
            assertThat(keys(remaps(database).hottest(5))).isEqualTo(hottest);

            nanos.addAndGet(UpgradeWindow.LENGTH.toNanos());
            check.turn();
            assertThat(names(database)).containsExactly(STEPS);
            assertThat(keys(remaps(database).hottest(4))).isEqualTo(hottest.subList(0, 4));
            assertThat(keys(remaps(database).coldest(2))).containsExactly("o1", "o2");
        }
    }

    @Test
    void manyObjectsOfOneScore_takeFewBytesOfTheIndex_andHotterAndColderOnesComeFirst() {
        try (Database database = open()) {
            fill(
                    "case n when 11 then 1e300 when 12 then 7.5 when 13 then " + WriteHeat.NEVER_WRITTEN
                            + " else 7 end",
                    OBJECTS);

            assertThat(keys(remaps(database).hottest(5)))
                    .hasSize(5)
                    .doesNotHaveDuplicates()
                    .startsWith("o11", "o12");
            assertThat(keys(remaps(database).coldest(5)))
                    .hasSize(5)
                    .doesNotHaveDuplicates()
                    .startsWith("o13");
            assertThat(remaps(database).hottest(50)).isEqualTo(remaps(database).hottest(50));
            long bytes = database.transactions()
                    .run(session -> session.createNativeQuery("select pg_relation_size('" + STEPS + "')", Long.class)
                            .getSingleResult());
            assertThat(bytes).isLessThan(12L * OBJECTS);
        }
    }

    @Test
    void scoresOfOneStep_areOrderedExactly() {
        try (Database database = open()) {
            fill("7 + n * 1e-9", 5);
            assertThat(keys(remaps(database).hottest(2))).containsExactly("o5", "o4");
            assertThat(keys(remaps(database).coldest(2))).containsExactly("o1", "o2");
        }
    }
}
