package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.node.users.UserKey;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayRoleTest {
    private static final UserKey ANN = new UserKey("ann", "ANN", "a-secret-of-ann");

    @TempDir
    Path directory;

    @Test
    void certificateOfS3_isToldOf_andThatItsFilesNoLongerMakeSense() throws Exception {
        Path pki = Path.of("../transport/src/test/resources/pki");
        Path certificate = Files.copy(pki.resolve("server.pem"), directory.resolve("tls.crt"));
        Path key = Files.copy(pki.resolve("server.key"), directory.resolve("tls.key"));
        GatewayConfig config =
                new GatewayConfig("127.0.0.1", 0, 0, "eu", List.of(), null, List.of(ANN), certificate, key, List.of());
        long end = new GatewayTls(certificate, key).notAfter().getEpochSecond();
        try (GatewayRole gateway = new GatewayRole(
                config, List.of(Endpoint.parse("127.0.0.1:1")), TransportConfig.defaults(), InstantSource.system())) {
            assertThat(metric(gateway, "chameleon_tls_not_after_seconds{interface=\"s3\"}"))
                    .isEqualTo(end);
            assertThat(metric(gateway, "chameleon_credentials_unread")).isZero();

            Files.writeString(certificate, "nonsense");
            await("the files are looked at")
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(metric(gateway, "chameleon_credentials_unread"))
                            .isPositive());
        }
    }

    private static double metric(GatewayRole gateway, String series) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI page = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/metrics");
            return http.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                    .findAny()
                    .orElse(Double.NaN);
        }
    }
}
