package io.chameleon.metadata.database;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.PostgresRemapTable;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
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
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("database: its schema 999 is newer than this build, which knows [0-9]+;"
                        + " start the newer build again");
    }

    @Test
    void migration_mayTakeAsLongAsItTakes() throws SQLException {
        DatabaseConfig config = PostgresForTests.newDatabase();
        try (HikariDataSource migrating = DatabasePool.migrating(config);
                Connection connection = migrating.getConnection();
                Statement statement = connection.createStatement();
                ResultSet timeout = statement.executeQuery("show statement_timeout")) {
            assertThat(timeout.next()).isTrue();
            assertThat(timeout.getString(1)).isEqualTo("0");
        }
    }

    @Test
    void databaseThatGivesOneConnectionAlone_isRefusedInOneLine() {
        DatabaseConfig made = PostgresForTests.newDatabase();
        PostgresForTests.execute(
                PostgresForTests.name(made), "create role lonely login password 'lonely' connection limit 1");
        String url = made.jdbcUrl().replaceAll("\\?.*", "");
        DatabaseConfig config = DatabaseConfig.defaults(url, "lonely", "lonely");

        assertThatThrownBy(() -> Database.open(config, new SimpleMeterRegistry()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "database: it gives no connection by which to look at its schema: FATAL: too many connections"
                                + " for role \"lonely\"");
    }

    /** Else their locks and connections would stay for two hours, as a system sets by itself. */
    @Test
    void connections_ofAHostThatDied_areGivenUpByTheDatabase() throws SQLException {
        DatabaseConfig config = PostgresForTests.newDatabase().withPoolSize(2);
        try (Database database = Database.open(config, new SimpleMeterRegistry());
                HikariDataSource migrating = DatabasePool.migrating(config)) {
            for (DataSource source : List.of(migrating, database.unlimited(), database.pool())) {
                assertThat(setting(source, "tcp_keepalives_idle")).isEqualTo("10");
                assertThat(setting(source, "tcp_keepalives_interval")).isEqualTo("5");
                assertThat(setting(source, "tcp_keepalives_count")).isEqualTo("2");
                assertThat(setting(source, "tcp_user_timeout")).isEqualTo("10000");
            }
        }
    }

    /** PgBouncer drops start-up options, and a URL may have others. */
    @Test
    void bounds_holdWithoutStartUpOptions_andAgainstTheRoles() throws SQLException {
        DatabaseConfig made = PostgresForTests.newDatabase();
        String options = "&options=-c%20statement_timeout=1000%20-c%20idle_in_transaction_session_timeout=1000";
        DatabaseConfig config = DatabaseConfig.defaults(made.jdbcUrl() + options, made.user(), made.password())
                .withPoolSize(2);
        try (Database database = Database.open(config, new SimpleMeterRegistry());
                HikariDataSource migrating = DatabasePool.migrating(config)) {
            for (String bound : List.of("statement_timeout", "idle_in_transaction_session_timeout")) {
                assertThat(setting(database.pool(), bound)).isEqualTo("30s");
                assertThat(setting(migrating, bound)).isEqualTo("0");
                assertThat(setting(database.unlimited(), bound)).isEqualTo("0");
            }
            assertThat(setting(database.pool(), "plan_cache_mode")).isEqualTo("force_generic_plan");
        }
    }

    private static String setting(DataSource source, String name) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("show " + name)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Its statements may take any time; a host that takes a connection and says nothing must not. */
    @Test
    void connectionWithoutALimit_hasOneUntilItIsThere() throws Exception {
        DatabaseConfig config = PostgresForTests.newDatabase();
        try (Connection connection = DatabasePool.unlimited(config).getConnection()) {
            assertThat(connection.getNetworkTimeout()).isZero();
        }
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Socket> silent = supplyAsync(() -> withoutTls(server), Thread::startVirtualThread);
            String url = "jdbc:postgresql://127.0.0.1:" + server.getLocalPort() + "/postgres";
            DatabaseConfig impatient = new DatabaseConfig(
                    url, "postgres", "postgres", 2, Duration.ofSeconds(1), Duration.ofSeconds(1), false);
            assertThat(supplyAsync(() -> connected(impatient), Thread::startVirtualThread))
                    .failsWithin(Duration.ofMinutes(2))
                    .withThrowableOfType(ExecutionException.class);
            silent.get().close();
        }
    }

    private static Connection connected(DatabaseConfig config) {
        try {
            return DatabasePool.unlimited(config).getConnection();
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    /** A client that has asked for TLS, and is told that there is none. */
    private static Socket withoutTls(ServerSocket server) {
        try {
            Socket client = server.accept();
            assertThat(client.getInputStream().readNBytes(2 * Integer.BYTES)).hasSize(2 * Integer.BYTES);
            client.getOutputStream().write('N');
            return client;
        } catch (IOException e) {
            throw new CompletionException(e);
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
