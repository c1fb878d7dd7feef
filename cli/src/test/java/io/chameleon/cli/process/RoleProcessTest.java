package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles as processes of their own, which join the ZooKeeper and the database of another cluster. */
class RoleProcessTest {
    private static final int SIGTERM_EXIT = 128 + 15;

    @TempDir
    Path directory;

    @Test
    void roles_startedByFileEnvironmentAndFlags_serveAndStopOnSigterm() throws Exception {
        DevClusterConfig config = DevClusterConfig.in(FreshDatabase.ofCluster(directory.resolve("cluster")))
                .servers(1)
                .serverBytes(16 << 20)
                .medium(Medium.MEMORY)
                .build();
        try (DevCluster cluster = DevCluster.start(config)) {
            Path file = Files.writeString(
                    directory.resolve("roles.yaml"),
                    "zookeeper.connect: " + cluster.zookeeperConnect() + "\n"
                            + "server: {id: extra, medium: memory, capacity-bytes: 16MiB, port: 0, admin-port: 0}\n"
                            + "metadata: {port: 0, admin-port: 0, database: {url: '" + cluster.jdbcUrl() + "'}}\n"
                            + "balancer: {port: 0, admin-port: 0, metadata: '" + cluster.metadataEndpoint() + "'}\n");
            Map<String, String> none = Map.of();
            JsonMapper json = JsonMapper.builder().build();
            Map<String, String> user =
                    Map.of("CHAMELEON_METADATA_DATABASE_USER", "postgres", "CHAMELEON_LOG_FORMAT", "json");
            try (RoleProcess server = new RoleProcess(
                            directory, none, "server", "--config", file.toString(), "--server.zone", "east");
                    RoleProcess balancer = new RoleProcess(directory, none, "balancer", "--config", file.toString());
                    RoleProcess metadata = new RoleProcess(directory, user, "metadata", "--config", file.toString())) {
                assertThat(server.awaitReady()).matches("server extra ready on 127.0.0.1:\\d+, admin port \\d+");
                assertThat(balancer.awaitReady()).matches("balancer ready on 127.0.0.1:\\d+, admin port \\d+");
                String ready = metadata.awaitReady();
                assertThat(ready).matches("metadata ready on 127.0.0.1:\\d+, admin port \\d+");
                try (ChameleonClient client = ChameleonClient.builder()
                        .metadata(ready.split("[ ,]")[3])
                        .build()) {
                    ServerInfo extra = awaitStatus(client, ServerInfo.Status.UP);
                    assertThat(extra.zone()).isEqualTo("east");
                    assertThat(server.terminate()).isEqualTo(SIGTERM_EXIT);
                    awaitStatus(client, ServerInfo.Status.DOWN);
                }
                assertThat(server.log())
                        .contains("server.zone=east (--server.zone)")
                        .contains("server.id=extra (" + file + ")")
                        .contains("stopped");
                assertThat(metadata.terminate()).isEqualTo(SIGTERM_EXIT);
                assertThat(metadata.log().lines())
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(
                                        json.readTree(line).path("message").asText())
                                .isNotEmpty()
                                .doesNotContain("{}"));
                assertThat(balancer.terminate()).isEqualTo(SIGTERM_EXIT);
                assertThat(balancer.log()).contains("stopped").doesNotContain("Exception");
            }
        }
    }

    private static ServerInfo awaitStatus(ChameleonClient client, ServerInfo.Status status) {
        return Awaitility.await()
                .until(
                        () -> client.clusterView().server(new ServerId("extra")).orElse(null),
                        server -> server != null && server.status() == status);
    }
}
