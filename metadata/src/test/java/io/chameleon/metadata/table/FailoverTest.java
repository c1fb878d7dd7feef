package io.chameleon.metadata.table;

import static io.chameleon.testservices.TestReplication.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.testservices.TestReplication;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour of a primary with a standby that a single server cannot show. */
class FailoverTest {
    private static final ObjectId CAT = Samples.object("cat");
    private static final String SYNCED_WAIT = "wait_event = 'SyncRep'";

    @TempDir(cleanup = CleanupMode.NEVER)
    Path directory;

    @Test
    void urlOfSeveralHosts_isServedByThePrimary_alsoWhereAStandbyComesFirst() throws Exception {
        try (TestReplication pair = TestReplication.start(directory, false)) {
            String hosts = "localhost:" + pair.standbyPort() + ",localhost:" + pair.primaryPort();

            try (Database database = open(config(url(hosts)))) {
                assertThat(serving(database)).isEqualTo(Integer.toString(pair.primaryPort()));
            }
            assertThatThrownBy(() -> open(config(url(hosts) + "&targetServerType=any")))
                    .as("a standby answers look-ups with what was")
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("database: a standby given, expected the primary");
        }
    }

    @Test
    void commitWhoseWaitForTheStandbyWasCalledOff_isUnknown_andRepeatedOnceTheStandbyHasIt() throws Exception {
        try (TestReplication pair = TestReplication.start(directory, true);
                Database database = open(config(url("localhost:" + pair.primaryPort())))) {
            var table = new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));
            var write = Samples.write(CAT);
            pair.stopStandby();

            CompletableFuture<List<CommitResult>> commit =
                    CompletableFuture.supplyAsync(() -> table.commit(List.of(write)));
            await().until(() -> count(pair, SYNCED_WAIT) == 1);
            TestReplication.execute(
                    pair.primaryPort(), "select pg_cancel_backend(pid) from pg_stat_activity where " + SYNCED_WAIT);

            assertThatThrownBy(commit::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                    .hasMessageContaining("it is not known whether the standby has it");

            CompletableFuture<List<CommitResult>> repeat =
                    CompletableFuture.supplyAsync(() -> table.commit(List.of(write)));
            await().until(() -> count(pair, SYNCED_WAIT) == 1);
            assertThat(repeat).as("the repeat waits for the standby as well").isNotDone();
        }
    }

    @Test
    void durability_thatStandbysDoNotShare_isRefused() throws Exception {
        try (TestReplication pair = TestReplication.start(directory, true)) {
            DatabaseConfig config = config(url("localhost:" + pair.primaryPort()));
            for (String commit : List.of("local", "remote_write")) {
                TestReplication.execute(
                        pair.primaryPort(), "alter database postgres set synchronous_commit = " + commit);
                assertThatThrownBy(() -> open(config))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(
                                "synchronous_commit: '" + commit + "' given, expected on or remote_apply");
            }
        }
    }

    @Test
    void requiredStandby_thatIsNotConfigured_isRefused() {
        assertThatThrownBy(() -> open(PostgresForTests.migratedDatabase().withRequireStandby(true)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("synchronous_standby_names: '' given, expected a standby");
    }

    @Test
    void primaryWhoseStandbyWasPromoted_answersNoReadThatMayBeOld() throws Exception {
        try (TestReplication pair = TestReplication.start(directory, true);
                Database database =
                        open(config(url("localhost:" + pair.primaryPort())).withRequireStandby(true))) {
            var table = new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));
            assertThat(table.lookup(CAT).mapping()).isNull();

            pair.promote();

            await().untilAsserted(() -> assertThatThrownBy(() -> table.lookup(CAT))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE)));
        }
    }

    @Test
    void connectionToAServerThatBecameReadOnly_leavesThePool() {
        try (Database database = open(PostgresForTests.migratedDatabase().withPoolSize(2))) {
            var table = new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));
            String before = backend(database);
            // As a standby answers it: new sessions may write, open ones may not.
            database.transactions().query(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("set default_transaction_read_only = on");
                }
            });

            assertThatThrownBy(() -> table.commit(List.of(Samples.write(CAT))))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
            assertThat(table.commit(List.of(Samples.write(CAT)))).hasSize(1);
            assertThat(backend(database)).isNotEqualTo(before);
        }
    }

    private static DatabaseConfig config(String url) {
        return DatabaseConfig.defaults(url, "postgres", "postgres");
    }

    private static Database open(DatabaseConfig config) {
        return Database.open(config, new SimpleMeterRegistry());
    }

    private static String serving(Database database) {
        return text(database, "select current_setting('port')");
    }

    private static String backend(Database database) {
        return text(database, "select pg_backend_pid()::text");
    }

    private static String text(Database database, String sql) {
        return database.transactions().query(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                result.next();
                return result.getString(1);
            }
        });
    }

    private static int count(TestReplication pair, String where) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("localhost:" + pair.primaryPort()));
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from pg_stat_activity where " + where)) {
            result.next();
            return result.getInt(1);
        }
    }
}
