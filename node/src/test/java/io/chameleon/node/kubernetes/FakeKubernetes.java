package io.chameleon.node.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Objects by path, behind a token; takes merge patches one level deep. */
final class FakeKubernetes implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, ObjectNode> objects = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final Path credentials;

    FakeKubernetes(Path credentials) throws IOException {
        this.credentials = credentials;
        Files.writeString(credentials.resolve("token"), "sesame\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    void put(String path, String json) throws IOException {
        objects.put(path, (ObjectNode) JSON.readTree(json));
    }

    JsonNode at(String path) {
        return Objects.requireNonNull(objects.get(path), path);
    }

    KubernetesApi api() {
        return new KubernetesApi(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), credentials);
    }

    private void answer(HttpExchange exchange) throws IOException {
        ObjectNode found = objects.get(exchange.getRequestURI().getPath());
        if (!"Bearer sesame".equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, "{\"message\":\"Unauthorized\"}");
        } else if (found == null) {
            send(exchange, 404, "{\"message\":\"not found\"}");
        } else {
            if (exchange.getRequestMethod().equals("PATCH")) {
                ObjectNode patch = (ObjectNode) JSON.readTree(exchange.getRequestBody());
                patch.properties()
                        .forEach(entry -> ((ObjectNode) found.withObject("/" + entry.getKey()))
                                .setAll((ObjectNode) entry.getValue()));
            }
            send(exchange, 200, found.toString());
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
