package io.chameleon.metadata.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final ObjectId CAT = Samples.object("cat");

    @Test
    void emptyDatabase_isMigrated_andServesTheNextProcessAsItWas() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        CommitResult written;
        try (Database first = Database.open(config, new SimpleMeterRegistry())) {
            PostgresRemapTable remaps = new PostgresRemapTable(first, InstantSource.system(), GRACE);
            assertThat(remaps.balancerEpoch()).isEqualTo(BalancerEpoch.INITIAL);
            remaps.claim("balancer-0");
            written = new PostgresMappingTable(first, InstantSource.system(), GRACE)
                    .commit(List.of(Samples.write(CAT)))
                    .get(0);
        }
        try (Database second = Database.open(config, new SimpleMeterRegistry())) {
            assertThat(new PostgresMappingTable(second, InstantSource.system(), GRACE)
                            .lookup(CAT)
                            .mapping())
                    .isEqualTo(written.current());
            assertThat(new PostgresRemapTable(second, InstantSource.system(), GRACE).balancerEpoch())
                    .isEqualTo(new BalancerEpoch(1, 1, "balancer-0", 0));
        }
    }

    @Test
    void databaseThatDoesNotSyncWhatItAcknowledges_isRefused() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        PostgresForTests.execute(
                "postgres", "alter database " + PostgresForTests.name(config) + " set synchronous_commit = off");

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("synchronous_commit: 'off' given, expected on");
    }

    @Test
    void schemaOfANewerBuild_isRefused() {
        DatabaseConfig config = PostgresForTests.newDatabase();
        Database.open(config, new SimpleMeterRegistry()).close();
        PostgresForTests.execute(PostgresForTests.name(config), """
                insert into flyway_schema_history
                    (installed_rank, version, description, type, script, installed_by, execution_time, success)
                values (1000, '999', 'of a newer build', 'SQL', 'V999__newer.sql', 'postgres', 1, true)
                """);

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(RuntimeException.class)
                .hasMessageContaining("999");
    }

    @Test
    void migration_mayTakeAsLongAsItTakes() throws SQLException {
        DatabaseConfig config = PostgresForTests.newDatabase();
        try (Connection connection = DatabasePool.migrating(config).getConnection();
                Statement statement = connection.createStatement();
                ResultSet timeout = statement.executeQuery("show statement_timeout")) {
            assertThat(timeout.next()).isTrue();
            assertThat(timeout.getString(1)).isEqualTo("0");
        }
    }

    @Test
    void everySession_isBounded_alsoAfterARollback() {
        DatabaseConfig config = PostgresForTests.newDatabase().withPoolSize(2);
        try (Database database = Database.open(config, new SimpleMeterRegistry())) {
            assertThatThrownBy(() -> database.transactions().run(session -> {
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            for (String setting : List.of("statement_timeout", "idle_in_transaction_session_timeout")) {
                assertThat(database.transactions()
                                .<String>run(session -> session.createNativeQuery(
                                                "select current_setting('" + setting + "')", String.class)
                                        .getSingleResult()))
                        .isEqualTo("30s");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1001})
    void config_withAPoolOutOfBounds_isRefusedInOneLine(int poolSize) {
        assertThatThrownBy(() -> DatabaseConfig.defaults("jdbc:postgresql://db/chameleon", "chameleon", "secret")
                        .withPoolSize(poolSize))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("metadata.database.pool-size: '" + poolSize + "' given, expected 2 to 1000");
    }

    @Test
    void config_asText_hasNoPassword() {
        assertThat(DatabaseConfig.defaults("jdbc:postgresql://db/chameleon", "chameleon", "secret")
                        .toString())
                .doesNotContain("secret");
    }
}
