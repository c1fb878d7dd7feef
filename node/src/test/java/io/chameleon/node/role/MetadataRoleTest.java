package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.embedded.EmbeddedDatabase;
import io.chameleon.node.embedded.EmbeddedZooKeeper;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.transport.rpc.TransportConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataRoleTest {
    @TempDir
    Path directory;

    private static HttpResponse<String> readiness(MetadataRole role) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + role.adminPort() + "/health/ready");
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }

    /** It serves nothing, and clients are to go to another whose clock is right. */
    @Test
    void processWhoseClockIsWrong_isNotReady_untilItIsRight() throws Exception {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        InstantSource clock = () -> InstantSource.system().instant().plus(ahead.get());
        try (EmbeddedZooKeeper zookeeper =
                        EmbeddedZooKeeper.start(Files.createDirectory(directory.resolve("zookeeper")), 0);
                EmbeddedDatabase database = EmbeddedDatabase.start(FreshDatabase.in(directory.resolve("postgres")), 0);
                MetadataRole role = new MetadataRole(
                        MetadataConfig.defaults(DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"))
                                .withHost("127.0.0.1")
                                .withPort(0),
                        0,
                        TransportConfig.defaults(),
                        ZooKeeperConfig.of(zookeeper.connectString()),
                        clock)) {
            assertThat(readiness(role).statusCode()).isEqualTo(200);

            ahead.set(Duration.ofMinutes(6));
            HttpResponse<String> wrong = readiness(role);
            assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(503);
            assertThat(wrong.body())
                    .contains("\"clock_agrees\":false", "\"cluster_matches\":true", "\"databases_answer\":true");

            ahead.set(Duration.ZERO);
            await().until(() -> readiness(role).statusCode() == 200);
            assertThat(readiness(role).body()).contains("\"clock_agrees\":true");
        }
    }
}
