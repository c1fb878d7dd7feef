package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.ServerId;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.rpc.TransportConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashRoleTest {
    @TempDir
    Path directory;

    /** Others take it for gone then, and it answers everybody: nothing else tells which server it is. */
    @Test
    void zookeeperThatIsAway_isToldOf() throws Exception {
        try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(directory.resolve("zk"), FreePorts.take());
                FlashRole role = new FlashRole(
                        ServerConfig.local(
                                new ServerId("flash-1"), Medium.IMAGE, directory.resolve("flash-1.img"), 16 << 20),
                        TransportConfig.defaults(),
                        ZooKeeperConfig.of(zookeeper.connectString()))) {
            assertThat(scrape(role)).contains("chameleon_zookeeper_connected 1.0");

            zookeeper.close();
            await("the lost connection is noticed")
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(scrape(role)).contains("chameleon_zookeeper_connected 0.0"));
        }
    }

    private static String scrape(FlashRole role) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI page = URI.create("http://127.0.0.1:" + role.adminPort() + "/metrics");
            return http.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
