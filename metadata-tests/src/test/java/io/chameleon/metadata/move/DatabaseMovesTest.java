package io.chameleon.metadata.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.routing.FreezeWatches;
import io.chameleon.metadata.routing.PostgresBucketDirectory;
import io.chameleon.metadata.table.PostgresForTests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which names a move takes. */
class DatabaseMovesTest {
    private static final Duration GRACE = Duration.ofHours(1);

    private final List<DatabaseConfig> configs = List.of(newDatabase(), newDatabase());
    private final OpenDatabases databases = new OpenDatabases(
            configs, "", GRACE, InstantSource.system(), FurtherBuckets::new, new SimpleMeterRegistry());
    private final DatabaseMoves moves = new DatabaseMoves(
            databases,
            new PostgresBucketDirectory(databases.first(), FreezeWatches.of(databases.all()), () -> 0),
            GRACE);

    private static DatabaseConfig newDatabase() {
        return PostgresForTests.migratedDatabase().withPoolSize(3);
    }

    @AfterEach
    void close() {
        moves.close();
        databases.close();
    }

    @Test
    void sliceHasADatabaseOfItsOwn_andWhatIsNoneIsRefused() {
        PostgresForTests.execute(
                PostgresForTests.name(configs.getFirst()),
                "insert into bucket_database values ('photos', 0, true), ('photos~05', 1, false)");
        assertThat(moves.databaseOf("photos")).isZero();
        assertThat(moves.databaseOf("photos~05")).isEqualTo(1);
        assertThat(moves.begin("photos~05", 1)).satisfies(move -> {
            assertThat(move.phase()).as("it is there").isEqualTo(BucketMove.Phase.DONE);
            assertThat(move.bucket()).isEqualTo("photos~05");
        });
        assertThatThrownBy(() -> moves.begin("photos~05", 0)).hasMessageContaining("photos~05");
        assertThatThrownBy(() -> moves.cancel("photos~05")).hasMessageContaining("'photos~05' given, expected one");
        for (String name : List.of("photos~16", "photos~5", "photos~05+chunks", "Photos~05")) {
            assertThatThrownBy(() -> moves.databaseOf(name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> moves.begin(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> moves.cancel(name))
                    .hasMessageContaining("given, expected")
                    .hasMessageNotContaining("being copied");
        }
    }
}
