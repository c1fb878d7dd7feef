package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database is swapped under a running metadata process. */
class OwnDatabaseTest {
    private static final ObjectId CAT = Samples.object("cat");
    private static final String AWAY = "own_database_test_away";

    private final DatabaseConfig config = PostgresForTests.migratedDatabase().withPoolSize(2);
    private final Database database = Database.open(config, new SimpleMeterRegistry());
    private final PostgresMappingTable table =
            new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));

    OwnDatabaseTest() {
        assertThat(new ClusterIdentity(database).open("")).isNotEmpty();
        assertThat(table.lookup(CAT).mapping()).isNull();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void swapIn(DatabaseConfig other) {
        PostgresForTests.rename(PostgresForTests.name(config), AWAY);
        PostgresForTests.rename(PostgresForTests.name(other), PostgresForTests.name(config));
    }

    private void swapBack(DatabaseConfig other) {
        PostgresForTests.rename(PostgresForTests.name(config), PostgresForTests.name(other));
        PostgresForTests.rename(AWAY, PostgresForTests.name(config));
    }

    private void assertServesNothing() {
        assertThatThrownBy(() -> table.lookup(CAT))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    private void assertServesAgain() {
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(table.lookup(CAT).mapping()).isNull());
    }

    @Test
    void databaseOfAnotherCluster_isNotServedFrom_andTheOwnOneIsAgain() {
        DatabaseConfig other = PostgresForTests.migratedDatabase();
        try (Database foreign = Database.open(other, new SimpleMeterRegistry())) {
            String unused = new ClusterIdentity(foreign).open("");
        }
        swapIn(other);
        assertServesNothing();

        swapBack(other);
        assertServesAgain();
    }

    @Test
    void emptyDatabase_isNotServedFrom_andTheOwnOneIsAgain() {
        DatabaseConfig other = PostgresForTests.migratedDatabase();
        swapIn(other);
        assertServesNothing();

        swapBack(other);
        assertServesAgain();
    }
}
