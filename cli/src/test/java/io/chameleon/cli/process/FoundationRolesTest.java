package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chameleon.core.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The roles {@code postgresql} and {@code zookeeper}: killed with {@code kill -9}, restarted on the same files, then
 * stopped.
 */
class FoundationRolesTest {
    private static final int SIGTERM_EXIT = 128 + 15;

    @TempDir
    Path directory;

    @Test
    void postgresql_killedAndStartedAgain_keepsWhatItCommitted() throws Exception {
        int port = FreePorts.take();
        Map<String, String> environment = Map.of(
                "CHAMELEON_POSTGRESQL_DATA_DIR",
                directory.resolve("pg").toString(),
                "CHAMELEON_POSTGRESQL_PASSWORD",
                "secret",
                "CHAMELEON_POSTGRESQL_PORT",
                Integer.toString(port),
                "CHAMELEON_POSTGRESQL_ADMIN_PORT",
                "0");
        try (RoleProcess first = new RoleProcess(directory, environment, "postgresql")) {
            first.awaitReady();
            execute(port, "create table t as select 42 as answer");
        }
        try (RoleProcess second = new RoleProcess(directory, environment, "postgresql")) {
            String ready = second.awaitReady();
            assertThat(ready).matches("postgresql ready on 127.0.0.1:" + port + ", admin port \\d+");
            assertThat(readiness(ready)).contains("\"answering\":true");
            assertThat(query(port, "select answer from t")).isEqualTo("42");
            assertThat(query(port, "show fsync")).isEqualTo("on");
            assertThat(query(port, "show synchronous_commit")).isEqualTo("on");
            assertThatThrownBy(() -> connect(port, "guess"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
            assertThat(second.terminate()).isEqualTo(SIGTERM_EXIT);
            assertThat(directory.resolve("pg/data/postmaster.pid"))
                    .as("removed by a clean shutdown")
                    .doesNotExist();
            assertThat(second.log()).doesNotContain("=secret");
        }
    }

    /** As the other roles do: a cluster of pods has addresses of either family. */
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "::1"})
    void postgresql_listeningOnAll_orOnIpv6_isReachedByIpv6(String host) throws Exception {
        assumeThat(hasIpv6()).isTrue();
        int port = FreePorts.take();
        Map<String, String> environment = Map.of(
                "CHAMELEON_POSTGRESQL_DATA_DIR",
                directory.resolve("pg").toString(),
                "CHAMELEON_POSTGRESQL_PASSWORD",
                "secret",
                "CHAMELEON_POSTGRESQL_HOST",
                host,
                "CHAMELEON_POSTGRESQL_PORT",
                Integer.toString(port),
                "CHAMELEON_POSTGRESQL_ADMIN_PORT",
                "0");
        try (RoleProcess role = new RoleProcess(directory, environment, "postgresql")) {
            String written = host.contains(":") ? "[" + host + "]" : host;
            assertThat(role.awaitReady()).startsWith("postgresql ready on " + written + ":" + port + ", ");
            String url = "jdbc:postgresql://[::1]:" + port + "/chameleon";
            try (Connection connection = DriverManager.getConnection(url, "chameleon", "secret")) {
                assertThat(connection.isValid(20)).isTrue();
            }
        }
    }

    private static boolean hasIpv6() throws IOException {
        InetAddress loopback = InetAddress.getByName("::1");
        return NetworkInterface.getByInetAddress(loopback) != null;
    }

    @Test
    void postgresql_whoseFilesAreGone_endsWithOneLineInsteadOfAnEmptyDatabase() throws Exception {
        Map<String, String> environment = Map.of(
                "CHAMELEON_POSTGRESQL_DATA_DIR",
                directory.resolve("pg").toString(),
                "CHAMELEON_POSTGRESQL_PASSWORD",
                "secret",
                "CHAMELEON_POSTGRESQL_PORT",
                Integer.toString(FreePorts.take()),
                "CHAMELEON_POSTGRESQL_ADMIN_PORT",
                "0",
                "CHAMELEON_POSTGRESQL_INITIALISE",
                "false");
        try (RoleProcess role = new RoleProcess(directory, environment, "postgresql")) {
            assertThat(role.exitCode()).isEqualTo(1);
            assertThat(role.log()).contains("postgresql.initialise: false").contains("restore a backup");
            assertThat(directory.resolve("pg/data")).doesNotExist();
        }
    }

    @Test
    void zookeeper_killedAndStartedAgain_keepsItsNodes() throws Exception {
        Path file = Files.writeString(
                directory.resolve("zookeeper.yaml"), "zookeeper.server: {data-dir: zk, port: 0, admin-port: 0}\n");
        try (RoleProcess first = new RoleProcess(directory, Map.of(), "zookeeper", "--config", file.toString());
                CuratorFramework client = client(first.awaitReady())) {
            client.create().forPath("/kept", "word".getBytes(StandardCharsets.UTF_8));
        }
        try (RoleProcess second = new RoleProcess(directory, Map.of(), "zookeeper", "--config", file.toString())) {
            String ready = second.awaitReady();
            assertThat(readiness(ready)).contains("\"serving\":true");
            try (CuratorFramework client = client(ready)) {
                assertThat(client.getData().forPath("/kept")).asString().isEqualTo("word");
            }
            try (RoleProcess other = new RoleProcess(directory, Map.of(), "zookeeper", "--config", file.toString())) {
                assertThat(other.exitCode()).isEqualTo(1);
                assertThat(other.log())
                        .contains("is in use by another process")
                        .contains("--zookeeper.server.data-dir");
            }
            assertThat(second.terminate()).isEqualTo(SIGTERM_EXIT);
        }
    }

    private static CuratorFramework client(String ready) throws InterruptedException {
        CuratorFramework client = CuratorFrameworkFactory.newClient(ready.split("[ ,]")[3], new RetryOneTime(100));
        client.start();
        assertThat(client.blockUntilConnected(20, TimeUnit.SECONDS)).isTrue();
        return client;
    }

    private static String readiness(String ready) throws IOException, InterruptedException {
        String port = ready.substring(ready.lastIndexOf(' ') + 1);
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + port + "/health/ready");
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private static Connection connect(int port, String password) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/chameleon", "chameleon", password);
    }

    private static void execute(int port, String sql) throws SQLException {
        try (Connection connection = connect(port, "secret");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(int port, String sql) throws SQLException {
        try (Connection connection = connect(port, "secret");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
