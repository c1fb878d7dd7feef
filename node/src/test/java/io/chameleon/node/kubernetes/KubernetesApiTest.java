package io.chameleon.node.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Like a pod: variables, a token, and an authority that is in no trust store. */
class KubernetesApiTest {
    private static final String PASSWORD = "password";

    @TempDir
    static Path keys;

    @TempDir
    Path directory;

    private HttpsServer server;

    /** Once: each starts a JVM. */
    @BeforeAll
    static void certify() throws Exception {
        certificate("server");
        certificate("stranger");
    }

    @BeforeEach
    void start() throws Exception {
        Files.writeString(directory.resolve("token"), "sesame");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context("server")));
        server.createContext("/", exchange -> {
            byte[] answer = "{\"metadata\":{\"labels\":{\"topology.kubernetes.io/zone\":\"east\"}}}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            try (var out = exchange.getResponseBody()) {
                out.write(answer);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void api_isFoundByTheVariablesOfThePod_andItsAuthorityIsTheOneMounted() throws Exception {
        trust("server");
        try (KubernetesApi api = api()) {
            assertThat(new NodeZone(api).of("node-1")).isEqualTo("east");
        }
    }

    @Test
    void server_ofAnotherAuthority_getsNoToken() throws Exception {
        trust("stranger");
        try (KubernetesApi api = api()) {
            assertThatThrownBy(() -> new NodeZone(api).of("node-1"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no answer from Kubernetes at https://127.0.0.1:");
        }
    }

    private KubernetesApi api() {
        String port = Integer.toString(server.getAddress().getPort());
        return KubernetesApi.ofPod(
                Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1", "KUBERNETES_SERVICE_PORT", port), directory);
    }

    private static void certificate(String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file(name).toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static Path file(String name) {
        return keys.resolve(name + ".p12");
    }

    private static KeyStore store(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file(name))) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private void trust(String name) throws IOException, GeneralSecurityException {
        String lines = Base64.getMimeEncoder()
                .encodeToString(store(name).getCertificate(name).getEncoded());
        Files.writeString(
                directory.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
    }

    private SSLContext context(String name) throws IOException, GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store(name), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
