package io.chameleon.node.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that were not set up as they should be: the init container's one line is all that an operator sees. */
class PodTest {
    @TempDir
    Path credentials;

    private KubernetesApi api(String uri) {
        return new KubernetesApi(URI.create(uri), credentials);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void processOutsideOfAPod_isToldWhatIsMissing(String host) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KubernetesApi.ofPod(Map.of("KUBERNETES_SERVICE_HOST", host), credentials)
                        .close())
                .withMessage("KUBERNETES_SERVICE_HOST: '" + host
                        + "' given, expected the address of the API, as in each" + " pod");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KubernetesApi.ofPod(Map.of(), credentials).close());
    }

    /** Without the authority of the cluster no token is sent to anybody. */
    @ParameterizedTest
    @ValueSource(strings = {"10.96.0.1", "fd00::1", "kubernetes.default.svc"})
    void podWithoutTheClustersAuthority_doesNotConnect(String host) {
        assertThatIllegalStateException()
                .isThrownBy(() -> KubernetesApi.ofPod(Map.of("KUBERNETES_SERVICE_HOST", host), credentials)
                        .close())
                .withMessageStartingWith(credentials.resolve("ca.crt") + ": no certificates that can be read: ");
    }

    @Test
    void authority_thatIsNone_isNamed() throws IOException {
        Files.writeString(credentials.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\nAAAA\n");
        assertThatIllegalStateException()
                .isThrownBy(() -> api("https://127.0.0.1:1").close())
                .withMessageStartingWith(credentials.resolve("ca.crt") + ": no certificates that can be read: ");
    }

    @Test
    void podWithoutAToken_isToldToMountOne() {
        try (KubernetesApi api = api("http://127.0.0.1:1")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new NodeZone(api).of("node-1"))
                    .withMessage(credentials.resolve("token")
                            + ": cannot be read; is the token of the service account mounted?");
        }
    }

    @Test
    void apiThatIsNotThere_isNamed_withWhatMayBeInTheWay() throws IOException {
        Files.writeString(credentials.resolve("token"), "sesame");
        try (KubernetesApi api = api("http://127.0.0.1:1")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new NodeZone(api).of("node-1"))
                    .withMessageStartingWith("no answer from Kubernetes at http://127.0.0.1:1: ")
                    .withMessageEndingWith("; does a network policy let this pod reach it?")
                    .withMessageNotContaining("sesame");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "403 | {\"message\":\"nodes is forbidden\"} | Kubernetes answered 403 to /api/v1/nodes/n: nodes"
                        + " is forbidden",
                "500 | <html>busy</html>                    | Kubernetes answered 500 to /api/v1/nodes/n: an"
                        + " answer that is not JSON",
                "503 | {}                                   | Kubernetes answered 503 to /api/v1/nodes/n:",
                "302 | ##                                   | Kubernetes answered 302 to /api/v1/nodes/n:",
                "200 | <html></html>                        | Kubernetes answered 200 to /api/v1/nodes/n: an"
                        + " answer that is not JSON"
            })
    void refusal_isQuoted_andAnAnswerThatIsNoneIsAnError(int status, String body, String message) throws IOException {
        Files.writeString(credentials.resolve("token"), "sesame");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (exchange) {
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        try (KubernetesApi api = api("http://127.0.0.1:" + server.getAddress().getPort())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> new NodeZone(api).of("n"))
                    .withMessageStartingWith(message)
                    .withMessageNotContaining("\n");
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##      | map     | --namespace: '' given, expected the name of a namespace",
                "Store   | map     | --namespace: 'Store' given",
                "a/b     | map     | --namespace: 'a/b' given",
                "..      | map     | --namespace: '..' given",
                "store   | ##      | --config-map: '' given, expected the name of a ConfigMap",
                "store   | a?b     | --config-map: 'a?b' given",
                "store   | größe   | --config-map: 'größe' given"
            })
    void mark_underANameThatIsNone_isRefused(String namespace, String configMap, String message) {
        try (KubernetesApi api = api("http://127.0.0.1:1")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new DatabaseMark(api, namespace, configMap))
                    .withMessageStartingWith(message);
        }
    }

    @Test
    void mark_isSetOnce_andShownAsKubectlTakesIt() throws IOException {
        FakeKubernetes kubernetes = new FakeKubernetes(credentials);
        try (kubernetes;
                KubernetesApi api = kubernetes.api()) {
            kubernetes.put("/api/v1/namespaces/store/configmaps/db", "{\"data\":{\"other\":\"x\"}}");
            DatabaseMark mark = new DatabaseMark(api, "store", "db");
            assertThat(mark).hasToString("configmap db --namespace store");
            assertThat(mark.isSet()).isFalse();
            mark.set(Instant.parse("2030-01-01T00:00:00Z"));
            assertThat(mark.isSet()).isTrue();
            assertThat(kubernetes.at("/api/v1/namespaces/store/configmaps/db").path("data"))
                    .hasToString("{\"other\":\"x\",\"initialised\":\"2030-01-01T00:00:00Z\"}");
        }
    }
}
