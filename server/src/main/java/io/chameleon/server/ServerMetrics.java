package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.protocol.MessageType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus metrics of requests: {@code chameleon_server_requests_total} by type and outcome,
 * {@code chameleon_server_request_seconds} by type, queueing included, {@code chameleon_server_bytes_total} by
 * direction, {@code chameleon_server_user_refusals_total}.
 */
final class ServerMetrics {
    private final MeterRegistry registry;
    private final String server;
    private final Counter bytesIn;
    private final Counter bytesOut;
    private final Counter userRefusals;
    /** Looking up a meter in the registry costs more than serving a small request. */
    private final Map<Outcome, Counter> requests = new ConcurrentHashMap<>();

    private final Map<MessageType, Timer> latencies = new ConcurrentHashMap<>();

    private record Outcome(MessageType request, String name) {}

    ServerMetrics(MeterRegistry registry, ServerId server) {
        this.registry = registry;
        this.server = server.value();
        this.bytesIn = bytes("in");
        this.bytesOut = bytes("out");
        this.userRefusals = Counter.builder("chameleon.server.user.refusals")
                .description("puts refused to users who had put their share of a device that is short of space")
                .tags("server", this.server)
                .register(registry);
    }

    private Counter bytes(String direction) {
        return Counter.builder("chameleon.server.bytes")
                .description("fragment bytes received and sent")
                .tags("server", server, "direction", direction)
                .register(registry);
    }

    void received(int bytes) {
        bytesIn.increment(bytes);
    }

    void sent(int bytes) {
        bytesOut.increment(bytes);
    }

    void userRefused() {
        userRefusals.increment();
    }

    void answered(MessageType request, long nanos, @Nullable Throwable failure) {
        requests.computeIfAbsent(new Outcome(request, outcome(failure)), this::requests)
                .increment();
        latencies.computeIfAbsent(request, this::latency).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Counter requests(Outcome outcome) {
        return Counter.builder("chameleon.server.requests")
                .description("requests answered")
                .tags("server", server, "type", name(outcome.request), "outcome", outcome.name)
                .register(registry);
    }

    private Timer latency(MessageType request) {
        return Timer.builder("chameleon.server.request")
                .description("from arrival to answer")
                .tags("server", server, "type", name(request))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(50_000))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
    }

    private static String name(MessageType request) {
        return request.name().toLowerCase(Locale.ROOT);
    }

    private static String outcome(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause == null) {
            return "ok";
        }
        return cause instanceof ChameleonError error ? error.code().name().toLowerCase(Locale.ROOT) : "failed";
    }
}
