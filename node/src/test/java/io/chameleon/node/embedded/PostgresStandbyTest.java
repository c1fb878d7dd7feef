package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1) // takes the longest
class PostgresStandbyTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    /** With quotes as in the files that the password goes into. */
    private static final String PASSWORD = "it's \\a secret";

    @TempDir
    static Path programs;

    @TempDir
    Path directory;

    private final List<PostgresServer> started = new ArrayList<>();
    private PostgresConfig first;
    private PostgresConfig second;

    @BeforeEach
    void configure() throws IOException {
        first = config("first");
        second = config("second");
    }

    @AfterEach
    void stop() throws Exception {
        for (PostgresServer server : started) {
            kill(server);
        }
    }

    @Test
    void acknowledgedCommits_outliveTheirPrimary_againAndAgain() throws Exception {
        PostgresServer primary = start(first);
        execute(first, "create table told (n int)");
        execute(first, "insert into told values (0)");
        PostgresServer standby = follow(first, second);
        PostgresConfig at = first;
        PostgresConfig next = second;
        for (int failover = 1; failover <= 2; failover++) {
            execute(at, "insert into told values (" + failover + ")");
            kill(primary);
            PostgresStandby.promote(next, LIMIT);
            assertThat(ask(next, "select count(*) from told")).isEqualTo(Integer.toString(failover + 1));

            PostgresConfig failed = at;
            Directories.delete(failed.dataDir().resolve("data"));
            at = next;
            next = failed;
            primary = standby;
            standby = follow(at, next);
        }
        PostgresStandby.awaitSynchronous(at, LIMIT);
    }

    @Test
    void commit_waitsForTheStandby_untilItIsBack() throws Exception {
        PostgresServer unused = start(first);
        execute(first, "create table told (n int)");
        PostgresServer standby = follow(first, second);
        kill(standby);

        // The primary notices a moment later.
        await().untilAsserted(() -> assertThatThrownBy(() -> PostgresStandby.awaitSynchronous(first, Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the standby does not follow"));
        CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> insert(first));
        await().until(() ->
                "1".equals(ask(first, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'")));
        assertThat(commit).isNotDone();

        unused = start(second);
        assertThat(commit).succeedsWithin(LIMIT);
        // What a commit waits for is the standby's disk: readers there see it later.
        await().untilAsserted(() ->
                assertThat(ask(second, "select count(*) from told")).isEqualTo("1"));
    }

    private static void insert(PostgresConfig config) {
        try {
            execute(config, "insert into told values (1)");
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private PostgresServer follow(PostgresConfig primary, PostgresConfig standby)
            throws IOException, SQLException, InterruptedException {
        PostgresStandby.make(primary, standby, "127.0.0.1", primary.port());
        PostgresServer server = start(standby);
        PostgresStandby.waitFor(primary, LIMIT);
        return server;
    }

    private PostgresServer start(PostgresConfig config) throws IOException {
        PostgresServer server = PostgresServer.start(
                config,
                ProcessBuilder.Redirect.appendTo(config.dataDir().resolve("log").toFile()));
        started.add(server);
        return server;
    }

    private static void kill(PostgresServer server) throws Exception {
        List<ProcessHandle> tree =
                new ArrayList<>(server.process().descendants().toList());
        tree.add(server.process());
        tree.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : tree) {
            process.onExit().get();
        }
    }

    private PostgresConfig config(String name) throws IOException {
        return new PostgresConfig(
                Files.createDirectory(directory.resolve(name)),
                UserPrograms.orElse(programs),
                "127.0.0.1",
                FreePorts.take(),
                "chameleon",
                PASSWORD,
                "chameleon",
                20,
                1 << 23,
                true);
    }

    private static Connection connect(PostgresConfig config) throws SQLException {
        return DriverManager.getConnection(config.localUrl("chameleon"), config.user(), config.password());
    }

    private static void execute(PostgresConfig config, String sql) throws SQLException {
        try (Connection connection = connect(config);
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
            assertThat((Throwable) statement.getWarnings()).as(sql).isNull();
        }
    }

    private static String ask(PostgresConfig config, String sql) throws SQLException {
        try (Connection connection = connect(config);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
