package io.chameleon.server.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's page of a process, read only.
 *
 * <pre>
 * GET /metrics         Prometheus text
 * GET /health/startup  200 once started, else 503; started, phase, done and total in one line of JSON
 * GET /health/live     200
 * GET /health/ready    200 if every check holds, else 503; the checks in one line of JSON
 * GET (a view's path)  its value as JSON
 * </pre>
 *
 * <p>Anything else is 404, another method 405. Each request has a virtual thread of its own. 200 connections at most,
 * 10 s for a request, 60 s for an answer.
 */
public final class AdminHttp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdminHttp.class);
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final int BACKLOG = 64;

    static {
        // The JDK's server reads these once. Unbounded by default: a stranger could hold every file descriptor of the
        // process.
        bound("jdk.httpserver.maxConnections", "200");
        bound("sun.net.httpserver.maxReqTime", "10");
        bound("sun.net.httpserver.maxRspTime", "60");
    }

    private static void bound(String property, String standard) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, standard);
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Listens at once.
     *
     * @param bind port 0 takes any free one
     * @param views path to a value that Jackson can write (records and collections), asked on each request
     * @throws UncheckedIOException if the address cannot be bound
     */
    public AdminHttp(
            InetSocketAddress bind,
            PrometheusMeterRegistry metrics,
            Health health,
            Map<String, ? extends Supplier<?>> views) {
        try {
            server = HttpServer.create(bind, BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException("admin address " + bind + ": cannot be bound, " + e.getMessage(), e);
        }
        serve("/metrics", () -> new Answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape()));
        serve("/health/startup", () -> json(health.isStarted() ? 200 : 503, health.startup()));
        serve("/health/live", () -> json(200, Map.of("live", true)));
        serve("/health/ready", () -> json(health.isReady() ? 200 : 503, health.readiness()));
        views.forEach(this::view);
        server.setExecutor(threads);
        server.start();
    }

    /** Adds a view, which is 404 until then. */
    public void view(String path, Supplier<?> view) {
        serve(path, () -> json(200, view.get()));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static Answer json(int status, Object value) {
        try {
            return new Answer(status, "application/json", JSON.writeValueAsString(value) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(String path, Supplier<Answer> answer) {
        HttpHandler handler = exchange -> {
            try (exchange) {
                send(exchange, answerTo(exchange, path, answer));
            }
        };
        server.createContext(path, handler);
    }

    private static Answer answerTo(HttpExchange exchange, String path, Supplier<Answer> answer) {
        if (!exchange.getRequestURI().getPath().equals(path)) {
            return new Answer(404, "text/plain", "not found\n");
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return new Answer(405, "text/plain", "only GET\n");
        }
        try {
            return answer.get();
        } catch (RuntimeException e) {
            LOG.error("admin request failed path={}", path, e);
            return new Answer(500, "text/plain", "failed; the log has the cause\n");
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", answer.contentType());
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private record Answer(int status, String contentType, String body) {}
}
