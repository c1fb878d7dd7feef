package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.BalancerEpoch;
import io.chameleon.core.mapping.CommitResult;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
                    .isEqualTo(new BalancerEpoch(1, 1, "balancer-0"));
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
