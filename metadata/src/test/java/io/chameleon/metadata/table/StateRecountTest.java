package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.Condition;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many rows are in each state is counted once; from then on each transaction adds what it changes. */
@SharedDatabase
class StateRecountTest {
    private static final Duration GRACE = Duration.ofHours(1);

    private final Database database = PostgresForTests.emptied();
    /** As long as a process of an earlier build may run. */
    @BeforeEach
    void beginAnUpgrade() {
        execute("update server_object_check set settled = false");
    }

    private final PostgresMappingTable mapping = new PostgresMappingTable(database, InstantSource.system(), GRACE);
    private final PostgresRemapTable remaps = new PostgresRemapTable(database, InstantSource.system(), GRACE);

    private void write(int count) {
        for (int i = 0; i < count; i++) {
            mapping.commit(List.of(Samples.write(Samples.object("o" + i))));
        }
    }

    private static void execute(String sql) {
        PostgresForTests.execute(PostgresForTests.sharedName(), sql);
    }

    private boolean recount(InstantSource clock) throws SQLException {
        try (StateRecount recount = new StateRecount(database, clock)) {
            return recount.recount();
        }
    }

    @Test
    void sumsThatAreWrong_areRightAfterwards_andAProcessCountsOnlyIfNoneHasSinceItsStart() throws SQLException {
        write(3);
        execute("update stored set objects = objects + 5 where kind = 3;"
                + " insert into stored (kind, name, part, bytes, objects) values (3, '3', 7, 0, 4)");
        assertThat(remaps.countByState()).containsEntry(RedundancyState.LATE_REP, 4L);
        try (StateRecount earlier = new StateRecount(database, () -> Instant.ofEpochMilli(5))) {
            assertThat(recount(() -> Instant.ofEpochMilli(9))).isTrue();
            assertThat(remaps.countByState()).isEqualTo(Map.of(RedundancyState.EC, 3L));

            assertThat(earlier.recount()).as("another has counted since").isFalse();
            assertThat(recount(() -> Instant.ofEpochMilli(10))).isTrue();
            assertThat(remaps.countByState()).isEqualTo(Map.of(RedundancyState.EC, 3L));
        }
    }

    @Test
    void onceTheUpgradeIsOver_nobodyCounts() throws SQLException {
        execute("update state_count set counted_millis = 7; update server_object_check set settled = true");
        assertThat(recount(() -> Instant.ofEpochMilli(9))).isFalse();
    }

    /** As a process of an earlier build leaves the sums: what it has written is not counted, what it deletes is. */
    @Test
    void moreDeletionsThanWrites_leaveNoNegativeCount() {
        write(2);
        execute("delete from stored where kind = 3");
        mapping.delete(Samples.object("o0"), Condition.NONE);

        assertThat(remaps.countByState()).isEmpty();
    }

    @Test
    void commitsMeanwhile_areCountedOnce() throws SQLException {
        write(50);
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 300; i++) {
                mapping.commit(List.of(Samples.write(Samples.object("new" + i))));
                mapping.delete(Samples.object("new" + i / 2), Condition.NONE);
            }
        });
        long now = 1;
        while (!writing.isDone()) {
            long at = now++;
            assertThat(recount(() -> Instant.ofEpochMilli(at))).isTrue();
        }
        writing.join();

        assertThat(remaps.countByState()).isEqualTo(Map.of(RedundancyState.EC, 200L));
    }

    @Test
    void rowsOfAnEarlierSchema_areCountedByTheMigration() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        var unused = Flyway.configure()
                .dataSource(config.jdbcUrl(), config.user(), config.password())
                .target("24")
                .load()
                .migrate();
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into object_mapping (bucket, object_key, write_high, write_low, content_high, content_low, size_bytes, segment_bytes,
                    crc32c, content_type, user_metadata, state, destination_scheme, destination_servers, degraded, remap_epoch, heat_score,
                    last_write_epoch, created_millis, modified_millis, version)
                select 'photos', 'k' || n, n, 1, n, 1, 5, 8, 7, '', '{}', case when n < 4 then 1 else 2 end, 'REP(3)', '{a,b,c}', false, 0, 0,
                    0, 0, 0, 1 from generate_series(1, 10) n
                """);

        try (Database migrated = Database.open(config, new SimpleMeterRegistry())) {
            assertThat(new PostgresRemapTable(migrated, InstantSource.system(), GRACE).countByState())
                    .isEqualTo(Map.of(RedundancyState.REP, 3L, RedundancyState.EC, 7L));
        }
    }
}
