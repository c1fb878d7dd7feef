package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.role.FlashRole;
import io.chameleon.node.role.MetadataRole;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.Parts;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.ManifestPage;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code chameleon rebuild} by the steps of docs/operate/operations.md: the database is lost, the servers are not. */
class RebuildCommandTest {
    private static final int SERVERS = 6;
    private static final int SIZE = 200_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Parts parts = new Parts();
    private final TransportConfig transport = TransportConfig.defaults();
    private final List<FlashRole> servers = new ArrayList<>();
    private ZooKeeperConfig zookeeper;

    @BeforeEach
    void start() throws IOException {
        EmbeddedZooKeeper started =
                parts.opened(EmbeddedZooKeeper.start(Files.createDirectory(directory.resolve("zookeeper")), 0));
        zookeeper = ZooKeeperConfig.of(started.connectString());
        for (int number = 0; number < SERVERS; number++) {
            ServerConfig config = ServerConfig.local(new ServerId("flash-" + number), Medium.MEMORY, null, 16 << 20);
            servers.add(parts.opened(new FlashRole(config, transport, zookeeper)));
        }
    }

    @AfterEach
    void close() {
        parts.close();
    }

    private EmbeddedDatabase database(String name) {
        return EmbeddedDatabase.start(FreshDatabase.in(directory.resolve(name)), 0);
    }

    private MetadataRole metadata(EmbeddedDatabase database) {
        MetadataConfig config = MetadataConfig.defaults(
                        DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                .withHost("127.0.0.1");
        return new MetadataRole(config, 0, transport, zookeeper, InstantSource.system());
    }

    /** The file that the page calls metadata.yaml. */
    private String settings(EmbeddedDatabase database) throws IOException {
        return Files.writeString(
                        directory.resolve("metadata.yaml"),
                        "zookeeper.connect: " + zookeeper.connect() + "\n" + "metadata.database: {url: '"
                                + database.jdbcUrl() + "', user: postgres, password: postgres}\n")
                .toString();
    }

    private static byte[] content(int number) {
        byte[] content = new byte[SIZE];
        new Random(number).nextBytes(content);
        return content;
    }

    /** An object, and another in a bucket that keeps versions, in its third. */
    private void write() throws IOException {
        try (EmbeddedDatabase database = database("lost");
                MetadataRole metadata = metadata(database);
                ChameleonClient client = client(metadata)) {
            awaitServers(client);
            client.put("photos", "cat", content(0));
            client.createBucket("kept");
            client.configureBucket("kept", Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
            for (int number = 1; number <= 3; number++) {
                client.put("kept", "leaf", content(number));
            }
        }
    }

    private static ChameleonClient client(MetadataRole metadata) {
        return ChameleonClient.builder()
                .metadata("127.0.0.1:" + metadata.port())
                .build();
    }

    private static void awaitServers(ChameleonClient client) {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> client.clusterView().servers().stream()
                                .filter(server -> server.isWritable())
                                .count()
                        == SERVERS);
    }

    /** As a repair does that finds the fragments in place: each server gets the manifests that it has once more. */
    private void sendManifestsAgain() {
        try (NettyRpcClient network = new NettyRpcClient(transport)) {
            FlashClient flash = new FlashClient(network);
            for (FlashRole server : servers) {
                Endpoint endpoint = Endpoint.of(server.infos().getFirst());
                for (ManifestPage.Entry entry :
                        flash.listManifests(endpoint, 0, 100, PATIENCE).join().manifests()) {
                    flash.putManifest(endpoint, entry.writeId(), entry.manifest(), PATIENCE)
                            .join();
                }
            }
        }
    }

    private static CommandLineRun rebuild(String settings, String... more) {
        return CommandLineRun.of(Stream.concat(Stream.of("rebuild", "--config", settings), Arrays.stream(more))
                .toArray(String[]::new));
    }

    private static JsonNode json(String line) throws IOException {
        return JsonMapper.builder().build().readTree(line);
    }

    @Test
    void lostDatabase_isRebuiltByTheStepsOfThePage_andAllIsRead() throws Exception {
        write();
        sendManifestsAgain();
        try (EmbeddedDatabase database = database("new")) {
            String settings = settings(database);
            CommandLineRun tooFew = rebuild(settings, "--servers", "7", "--dry-run");
            assertThat(tooFew.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(tooFew.stderr()).contains("6 flash servers are registered", "expected at least 7");
            assertThat(tooFew.stderr().lines()).hasSize(1);

            CommandLineRun dry = rebuild(settings, "--servers", "6", "--keep-versions", "kept", "--dry-run");
            assertThat(dry.exitCode()).as(dry.stderr()).isEqualTo(ExitCode.OK);
            assertThat(dry.lines())
                    .anyMatch(line -> line.matches("cluster \\S+, 6 flash servers"))
                    .anyMatch(line -> line.startsWith("2 objects would be placed, 390.6 KiB, "))
                    .contains("2 former versions would be placed, 390.6 KiB, in buckets that keep them: kept");

            String[] command = {
                "rebuild", "--config", settings, "--servers", "6", "--keep-versions", "kept", "--output", "json"
            };
            try (RoleProcess run = new RoleProcess(directory, Map.of(), command)) {
                assertThat(run.exitCode()).as(run.log()).isEqualTo(ExitCode.OK);
                assertThat(run.out().lines()).as("one line, for a program").hasSize(1);
                JsonNode answer = json(run.out());
                assertThat(answer.get("dry_run").booleanValue()).isFalse();
                assertThat(answer.get("servers").intValue()).isEqualTo(SERVERS);
                assertThat(answer.get("objects").intValue()).isEqualTo(2);
                assertThat(answer.get("former_versions").intValue()).isEqualTo(2);
                assertThat(answer.get("unplaced_objects").intValue()).isZero();
                assertThat(answer.get("buckets_with_versions")).hasToString("[\"kept\"]");
                assertThat(run.log()).as("no bar where no terminal is").doesNotContain("manifests");
            }

            CommandLineRun again = rebuild(settings, "--servers", "6");
            assertThat(again.exitCode()).isNotEqualTo(ExitCode.OK);
            assertThat(again.stderr()).contains("knows objects");
            assertThat(again.stderr().lines()).hasSize(1);

            try (MetadataRole metadata = metadata(database);
                    ChameleonClient client = client(metadata)) {
                awaitServers(client);
                assertThat(client.get("photos", "cat")).isEqualTo(content(0));
                assertThat(client.get("kept", "leaf")).isEqualTo(content(3));
                CommandLineRun verified =
                        CommandLineRun.of("verify", "--deep", "--cluster", "127.0.0.1:" + metadata.port());
                assertThat(verified.exitCode()).as(verified.stderr()).isEqualTo(ExitCode.OK);
            }
        }
    }

    @Test
    void objectsOfWhichTooLittleIsLeft_areNamed_andTheExitCodeSaysSo() throws Exception {
        write();
        servers.subList(0, 3).forEach(FlashRole::close);
        try (EmbeddedDatabase database = database("new")) {
            String settings = settings(database);
            String[] command = {
                "rebuild", "--config", settings, "--servers", "3", "--lost-servers", "3", "--newest-only", "kept"
            };
            try (RoleProcess run = RoleProcess.onATerminal(directory, command)) {
                assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.FAILURE);
                assertThat(run.out())
                        .contains("photos/cat", "kept/leaf", "0 objects placed", "4 objects not placed")
                        .as("a bar, on a terminal")
                        .contains("manifests", "fragments");
            }
            JsonNode answer = rebuild(settings, "--lost-servers", "3", "--newest-only", "kept", "--output", "json")
                    .json();
            // Each write is named, since an older one would be placed if it could.
            assertThat(answer.get("unplaced_objects").intValue()).isEqualTo(4);
            assertThat(answer.get("unplaced").findValuesAsText("object"))
                    .containsExactlyInAnyOrder("photos/cat", "kept/leaf", "kept/leaf", "kept/leaf");
            assertThat(answer.get("unplaced").get(0).get("problem").textValue()).isNotEmpty();
        }
    }
}
