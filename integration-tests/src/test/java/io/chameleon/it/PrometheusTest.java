package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.lab.chaos.s3.S3Http;
import io.chameleon.lab.chaos.s3.S3Request;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.cluster.DevGateway;
import io.chameleon.node.users.UserKey;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus scrapes a running cluster: every rule evaluates, and every query of every dashboard has data. */
class PrometheusTest {
    private static final Path CHART = Path.of("../helm/chameleon");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int SERVERS = 6;

    @TempDir
    Path directory;

    @Test
    void rulesAndDashboards_ofARunningCluster_evaluateAndHaveData() throws Exception {
        assumeTrue(isInstalled(), "no prometheus on PATH (Debian package prometheus)");
        DevClusterConfig config = DevClusterConfig.in(directory.resolve("cluster"))
                .servers(SERVERS)
                .serverBytes(32 << 20)
                .medium(Medium.MEMORY)
                .balancer(BalancerConfig.defaults().withEpochLength(Duration.ofSeconds(2)))
                .s3(new DevGateway(true, 0, DevGateway.TRIAL, List.of("scraped-too")))
                .build();
        int port = FreePorts.take();
        try (DevCluster cluster = DevCluster.start(config);
                ChameleonClient client = cluster.clientBuilder().build();
                HttpClient http = HttpClient.newHttpClient()) {
            client.put("scraped", "x", new byte[50_000]);
            client.get("scraped", "x");
            useS3(Endpoint.parse(cluster.s3().orElseThrow()));
            System.gc();
            Process prometheus = start(cluster.describe(), port);
            try {
                Queries queries = new Queries(http, port);
                await("some scrapes of each process")
                        .atMost(LIMIT)
                        .ignoreExceptions()
                        .until(() -> queries.number("count(count_over_time(up[1m]) > 8)") == SERVERS + 3);
                // A query of the last seconds has no data if no process was scraped meanwhile.
                await("data of every panel").atMost(LIMIT).untilAsserted(() -> dashboardsHaveData(queries));
                await("every rule is evaluated").atMost(LIMIT).untilAsserted(() -> rulesEvaluate(queries));
            } finally {
                prometheus.destroyForcibly().waitFor();
            }
        }
    }

    private static void useS3(Endpoint gateway) throws Exception {
        UserKey user = DevGateway.TRIAL;
        try (S3Http http =
                new S3Http(List.of(gateway), user.accessKey(), user.secret(), LIMIT, LIMIT, InstantSource.system())) {
            S3Request put = S3Request.of("PUT", "/scraped-too/x").with("some bytes");
            assertThat(http.send(put, new Random(1)).isDone()).isTrue();
            assertThat(http.send(S3Request.of("GET", "/scraped-too/x"), new Random(1))
                            .text())
                    .isEqualTo("some bytes");
        }
    }

    private static boolean isInstalled() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, "prometheus")));
    }

    private Process start(ClusterFile cluster, int port) throws IOException {
        StringBuilder targets = new StringBuilder();
        target(targets, "metadata", "metadata-0", cluster.metadataAdmin());
        target(targets, "balancer", "balancer-0", cluster.balancerAdmin());
        target(targets, "s3", "s3-0", cluster.s3Admin());
        cluster.servers().forEach(server -> target(targets, "server", server.id(), server.admin()));
        Files.copy(CHART.resolve("rules/alerts.yaml"), directory.resolve("alerts.yaml"));
        Path file = Files.writeString(
                directory.resolve("prometheus.yml"),
                "global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [alerts.yaml]\nscrape_configs:\n"
                        + "  - job_name: chameleon\n    static_configs:\n" + targets);
        return new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
    }

    private static void target(StringBuilder targets, String component, String pod, String admin) {
        targets.append("      - {targets: ['")
                .append(admin)
                .append("'], labels: {component: ")
                .append(component);
        targets.append(", cluster: test, pod: ").append(pod).append("}}\n");
    }

    private static void dashboardsHaveData(Queries queries) throws Exception {
        SoftAssertions all = new SoftAssertions();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(CHART.resolve("dashboards"), "*.json")) {
            for (Path file : files) {
                for (JsonNode panel : Queries.JSON.readTree(file.toFile()).path("panels")) {
                    for (JsonNode target : panel.path("targets")) {
                        String query = target.path("expr")
                                .asText()
                                .replace("$__rate_interval", "10s")
                                .replace("$cluster", ".*");
                        all.assertThat(queries.ask(query))
                                .as(file.getFileName() + ", "
                                        + panel.path("title").asText() + ": " + query)
                                .isNotEmpty();
                    }
                }
            }
        }
        all.assertAll();
    }

    private static void rulesEvaluate(Queries queries) throws Exception {
        JsonNode rules =
                queries.get("/api/v1/rules").path("data").path("groups").path(0).path("rules");
        assertThat(rules).isNotEmpty();
        assertThat(rules)
                .allSatisfy(rule -> assertThat(rule.path("health").asText())
                        .as(rule.path("name").asText() + " "
                                + rule.path("lastError").asText())
                        .isEqualTo("ok"));
    }

    private record Queries(HttpClient http, int port) {
        static final JsonMapper JSON = JsonMapper.builder().build();

        JsonNode get(String path) throws IOException, InterruptedException {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            JsonNode answer =
                    JSON.readTree(http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                            .body());
            assertThat(answer.path("status").asText()).as(answer.toString()).isEqualTo("success");
            return answer;
        }

        JsonNode ask(String query) throws IOException, InterruptedException {
            return get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                    .path("data")
                    .path("result");
        }

        double number(String query) throws IOException, InterruptedException {
            return ask(query).path(0).path("value").path(1).asDouble();
        }
    }
}
