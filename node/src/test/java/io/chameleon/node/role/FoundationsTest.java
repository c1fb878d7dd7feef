package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.PostgresConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The roles `zookeeper` and `postgresql`: their admin pages, and that a start that fails leaves nothing open. */
class FoundationsTest {
    @TempDir
    Path directory;

    private ZooKeeperServerConfig zookeeper(int port, int adminPort) {
        return new ZooKeeperServerConfig(directory.resolve("zk"), "127.0.0.1", port, adminPort);
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void zookeeper_isLiveAndReady_andTellsOfItsProcess() throws Exception {
        try (ZooKeeperRole role = new ZooKeeperRole(zookeeper(0, 0))) {
            HttpResponse<String> ready = get(role.adminPort(), "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            JsonNode checks = JsonMapper.builder().build().readTree(ready.body());
            assertThat(checks).hasToString("{\"started\":true,\"serving\":true}");
            assertThat(get(role.adminPort(), "/health/live").statusCode()).isEqualTo(200);
            assertThat(get(role.adminPort(), "/health/startup").body()).isEqualTo("{\"started\":true}\n");
            assertThat(get(role.adminPort(), "/admin/repair").statusCode()).isEqualTo(404);
            assertThat(get(role.adminPort(), "/metrics").body())
                    .contains("jvm_memory_used_bytes", "process_uptime_seconds", "netty_allocator_memory_used");
            assertThat(role.failed()).isNotDone();
        }
    }

    @Test
    void zookeeper_onADirectoryInUse_doesNotStart_andFreesItsPorts() throws Exception {
        int admin = FreePorts.take();
        try (DataDirectory owner = DataDirectory.open(directory.resolve("zk"))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new ZooKeeperRole(zookeeper(0, admin)).close())
                    .withMessage("data directory " + owner.root() + " is in use by another process; stop it or choose"
                            + " another with --zookeeper.server.data-dir");
        }
        assertThatNoException().isThrownBy(() -> new ZooKeeperRole(zookeeper(0, admin)).close());
    }

    @Test
    void zookeeper_onAPortInUse_doesNotStart_andFreesItsDirectory() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> new ZooKeeperRole(zookeeper(taken.getLocalPort(), 0)).close())
                    .withMessageStartingWith("cannot start ZooKeeper on " + directory.resolve("zk"));
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> new ZooKeeperRole(zookeeper(0, taken.getLocalPort())).close())
                    .withMessageStartingWith("admin address /127.0.0.1:" + taken.getLocalPort() + ": cannot be bound");
        }
        assertThatNoException()
                .isThrownBy(() -> DataDirectory.open(directory.resolve("zk")).close());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##  | h  | 1     | 1     | zookeeper.server.data-dir: '' given, expected a directory",
                "/zk | ## | 1     | 1     | zookeeper.server.host: '' given, expected a host name or address",
                "/zk | h  | -1    | 1     | zookeeper.server.port: '-1' given, expected 0 (any) to 65535",
                "/zk | h  | 65536 | 1     | zookeeper.server.port: '65536' given, expected 0 (any) to 65535",
                "/zk | h  | 1     | -1    | zookeeper.server.admin-port: '-1' given, expected 0 (any) to 65535",
                "/zk | h  | 1     | 65536 | zookeeper.server.admin-port: '65536' given, expected 0 (any) to 65535"
            })
    void zookeeper_thatMakesNoSense_isRefused(Path data, String host, int port, int adminPort, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZooKeeperServerConfig(data, host, port, adminPort))
                .withMessage(message);
    }

    private PostgresConfig postgres(boolean initialise) {
        Path data = directory.resolve("pg");
        return new PostgresConfig(
                data, data, "127.0.0.1", 5_432, "chameleon", "secret", "chameleon", 10, 1 << 20, initialise);
    }

    /** The volume may be mounted a moment later: the next start must find the directory free. */
    @Test
    void postgresql_withoutItsDatabase_doesNotStart_andFreesItsDirectory() throws IOException {
        for (int start = 0; start < 2; start++) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new PostgresRole(postgres(false), 0).close())
                    .withMessageStartingWith("postgresql.initialise: false, and ");
        }
        DataDirectory.open(directory.resolve("pg")).close();
    }

    @Test
    void postgresql_onADirectoryInUse_orAFile_orAPortThatIsNone_doesNotStart() throws IOException {
        try (DataDirectory owner = DataDirectory.open(directory.resolve("pg"))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new PostgresRole(postgres(true), 0).close())
                    .withMessageContaining(owner.root() + " is in use by another process")
                    .withMessageEndingWith("--postgresql.data-dir");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresRole(postgres(true), 65_536).close())
                .withMessage("postgresql.admin-port: '65536' given, expected 0 (any) to 65535");
        Path file = Files.createFile(directory.resolve("file"));
        PostgresConfig config = new PostgresConfig(
                file, file, "127.0.0.1", 5_432, "chameleon", "secret", "chameleon", 10, 1 << 20, true);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> new PostgresRole(config, 0).close())
                .withMessageContaining(file.toString());
    }

    @Test
    void process_tellsOfItsMemoryThreadsFilesAndCollections() {
        List<String> wanted = List.of(
                "jvm_memory_used_bytes",
                "jvm_memory_max_bytes",
                "jvm_gc_",
                "jvm_threads_live_threads",
                "jvm_classes_loaded_classes",
                "process_files_open_files",
                "process_uptime_seconds",
                "process_cpu_usage",
                "system_cpu_count");
        ProcessMetrics metrics = new ProcessMetrics();
        try (metrics) {
            assertThat(metrics.registry().scrape()).contains(wanted);
        }
        assertThat(metrics.registry().isClosed()).isTrue();
    }

    @Test
    void clockThatIsSet_isToldAsItIs() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(1_000));
        try (ProcessMetrics metrics = new ProcessMetrics(now::get)) {
            assertThat(metrics.registry().scrape()).contains("chameleon_clock_seconds 1000.0");

            now.set(Instant.ofEpochSecond(1_300));
            assertThat(metrics.registry().scrape()).contains("chameleon_clock_seconds 1300.0");
        }
    }
}
