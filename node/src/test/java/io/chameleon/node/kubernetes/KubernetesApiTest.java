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
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Like a pod: variables, a token, and an authority that is in no trust store. */
class KubernetesApiTest {
    private static final String PASSWORD = "password";

    @TempDir
    Path directory;

    private HttpsServer server;

    @BeforeEach
    void start() throws Exception {
        Files.writeString(directory.resolve("token"), "sesame");
        certificate("server");
        certificate("stranger");
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
        Files.copy(directory.resolve("server.pem"), directory.resolve("ca.crt"));
        try (KubernetesApi api = api()) {
            assertThat(new NodeZone(api).of("node-1")).isEqualTo("east");
        }
    }

    @Test
    void server_ofAnotherAuthority_getsNoToken() throws Exception {
        Files.copy(directory.resolve("stranger.pem"), directory.resolve("ca.crt"));
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

    private void certificate(String name) throws IOException, InterruptedException {
        keytool(
                name,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1");
        keytool(
                name,
                "-exportcert",
                "-alias",
                name,
                "-rfc",
                "-file",
                directory.resolve(name + ".pem").toString());
    }

    private void keytool(String name, String... arguments) throws IOException, InterruptedException {
        String program =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        ProcessBuilder builder = new ProcessBuilder(program, "-J-XX:TieredStopAtLevel=1").redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.command()
                .addAll(List.of(
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store(name).toString()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private Path store(String name) {
        return directory.resolve(name + ".p12");
    }

    private SSLContext context(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store(name))) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
