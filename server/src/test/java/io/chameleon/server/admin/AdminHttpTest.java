package io.chameleon.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminHttpTest {
    private record Disk(String name, long erases) {}

    private final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Health health = new Health();
    private final AdminHttp admin = new AdminHttp(
            new InetSocketAddress("127.0.0.1", 0),
            metrics,
            health,
            Map.of("/admin/disks", () -> List.of(new Disk("a", 7)), "/admin/broken", () -> {
                throw new IllegalStateException("secret");
            }));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        admin.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send("GET", path);
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + admin.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void metrics_areInPrometheusText() throws Exception {
        metrics.counter("chameleon.flash.erases", "server", "s1").increment(3);
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(answer.body()).contains("chameleon_flash_erases_total{server=\"s1\"} 3.0");
    }

    @Test
    void process_isLive_thenStarted_thenReadyWhileEveryCheckHolds() throws Exception {
        AtomicBoolean registered = new AtomicBoolean();
        health.require("registered", registered::get).note("aside", () -> false);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/startup").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        health.started();
        assertThat(get("/health/startup").statusCode()).isEqualTo(200);
        HttpResponse<String> notReady = get("/health/ready");
        assertThat(notReady.statusCode()).isEqualTo(503);
        assertThat(notReady.body()).isEqualTo("{\"started\":true,\"registered\":false,\"aside\":false}\n");
        registered.set(true);
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void process_thatStarts_saysHowFarItIs() throws Exception {
        assertThat(get("/health/startup").body()).isEqualTo("{\"started\":false}\n");
        health.progress("scan", 5, 10);
        assertThat(get("/health/startup").statusCode()).isEqualTo(503);
        assertThat(get("/health/startup").body())
                .isEqualTo("{\"started\":false,\"phase\":\"scan\",\"done\":5,\"total\":10}\n");
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        health.started();
        assertThat(get("/health/startup").body()).isEqualTo("{\"started\":true}\n");
    }

    @Test
    void view_addedLater_isServedFromThenOn() throws Exception {
        assertThat(get("/admin/later").statusCode()).isEqualTo(404);
        admin.view("/admin/later", () -> List.of(1));
        assertThat(get("/admin/later").body()).isEqualTo("[1]\n");
    }

    @Test
    void view_isJson() throws Exception {
        HttpResponse<String> answer = get("/admin/disks");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("[{\"name\":\"a\",\"erases\":7}]\n");
    }

    @Test
    void connections_thatStrangersHoldOpen_leaveRoomAgainWhenTheyAreGone() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 250; i++) {
                Socket stranger = new Socket("127.0.0.1", admin.port());
                held.add(stranger);
                stranger.setSoTimeout(1);
                stranger.getOutputStream().write('G');
            }
            Awaitility.await().until(() -> ended(held) >= 40);
            assertThat(ended(held)).isLessThanOrEqualTo(60);
        } finally {
            for (Socket stranger : held) {
                stranger.close();
            }
        }
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(get("/health/live").statusCode()).isEqualTo(200));
    }

    private static long ended(List<Socket> strangers) {
        return strangers.stream().filter(AdminHttpTest::isEnded).count();
    }

    private static boolean isEnded(Socket stranger) {
        try {
            return stranger.getInputStream().read() < 0;
        } catch (SocketTimeoutException waiting) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    @Test
    void whatIsNotServed_isRefusedAndTellsNothing() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
        assertThat(get("/metrics/more").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/admin/disks").statusCode()).isEqualTo(405);
        HttpResponse<String> broken = get("/admin/broken");
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body()).doesNotContain("secret");
    }
}
