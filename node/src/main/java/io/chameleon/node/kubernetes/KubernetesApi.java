package io.chameleon.node.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.Require;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The API of the Kubernetes that runs this pod, used as its service account. Each call waits for the answer,
 * {@link #LIMIT} at most, and throws {@link IllegalStateException} in one line if there is none or it is a refusal.
 */
public final class KubernetesApi implements AutoCloseable {
    /** Where Kubernetes puts the token and the authority of the API. */
    public static final Path CREDENTIALS = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** On a busy machine, a process that has just started takes most of a minute for its TLS handshake with the API. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final JsonMapper JSON = new JsonMapper();

    private final URI base;
    private final Path credentials;
    private final HttpClient client;

    /**
     * @param base such as {@code https://10.96.0.1:443}; certificates are checked against {@code ca.crt} in
     *     {@code credentials}
     * @param credentials a directory with {@code token} and, for https, {@code ca.crt}
     */
    public KubernetesApi(URI base, Path credentials) {
        this.base = base;
        this.credentials = credentials;
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(LIMIT);
        if ("https".equals(base.getScheme())) {
            builder.sslContext(trusting(credentials.resolve("ca.crt")));
        }
        this.client = builder.build();
    }

    /** From the variables that Kubernetes gives every container. */
    public static KubernetesApi ofPod(Map<String, String> environment, Path credentials) {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        Require.that(!host.isBlank(), "KUBERNETES_SERVICE_HOST", host, "the address of the API, as in each pod");
        String name = host.contains(":") ? "[" + host + "]" : host;
        return new KubernetesApi(URI.create("https://" + name + ":" + port), credentials);
    }

    JsonNode get(String path) {
        return send(path, request(path).GET());
    }

    /** A JSON merge patch (RFC 7386). */
    void merge(String path, JsonNode patch) {
        JsonNode unused = send(
                path,
                request(path)
                        .header("Content-Type", "application/merge-patch+json")
                        .method("PATCH", BodyPublishers.ofString(patch.toString())));
    }

    private HttpRequest.Builder request(String path) {
        Path file = credentials.resolve("token");
        try {
            return HttpRequest.newBuilder(base.resolve(path))
                    .timeout(LIMIT)
                    .header("Authorization", "Bearer " + Files.readString(file).strip());
        } catch (IOException e) {
            throw new IllegalStateException(file + ": cannot be read; is the token of the service account mounted?", e);
        }
    }

    private JsonNode send(String path, HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("Kubernetes answered " + response.statusCode() + " to " + path + ": "
                        + message(response.body()));
            }
            return JSON.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Kubernetes answered 200 to " + path + ": an answer that is not JSON", e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "no answer from Kubernetes at " + base + ": " + reason(e)
                            + "; does a network policy let this pod reach it?",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Kubernetes was asked for " + path, e);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** A refusal is an object with a message, or else text that need not be shown whole. */
    private static String message(@Nullable String body) {
        try {
            return JSON.readTree(body == null ? "" : body).path("message").asText("");
        } catch (IOException e) {
            return "an answer that is not JSON";
        }
    }

    private static SSLContext trusting(Path authority) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            try (var in = Files.newInputStream(authority)) {
                int number = 0;
                for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("authority-" + number++, each);
                }
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(authority + ": no certificates that can be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
