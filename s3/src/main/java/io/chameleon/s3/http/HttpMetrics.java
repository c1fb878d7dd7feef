package io.chameleon.s3.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Metrics of the gateway, {@code chameleon_s3_*}: requests by operation and status with their seconds, bytes of bodies,
 * what is open. Closing removes the gauges.
 */
final class HttpMetrics implements AutoCloseable {
    private record Label(String operation, int status) {}

    private final MeterRegistry registry;
    private final Map<Label, Timer> requests = new ConcurrentHashMap<>();
    private final Counter in;
    private final Counter out;
    private final Gauge inFlight;
    private final Gauge connections;

    HttpMetrics(MeterRegistry registry, AtomicInteger inFlight, AtomicInteger connections) {
        this.registry = registry;
        this.in = bytes("in");
        this.out = bytes("out");
        this.inFlight = Gauge.builder("chameleon.s3.in.flight", inFlight, AtomicInteger::get)
                .description("requests of S3 being served")
                .register(registry);
        this.connections = Gauge.builder("chameleon.s3.connections", connections, AtomicInteger::get)
                .description("open connections of S3 clients")
                .register(registry);
    }

    private Counter bytes(String direction) {
        return Counter.builder("chameleon.s3.bytes")
                .description("bytes of bodies, as sent: framing of signed chunks included")
                .tag("direction", direction)
                .register(registry);
    }

    void served(String operation, int status, long nanos, long received, long sent) {
        requests.computeIfAbsent(
                        new Label(operation, status),
                        label -> Timer.builder("chameleon.s3.request")
                                .description("requests of S3, from their head to the last byte of the answer")
                                .tag("operation", label.operation())
                                .tag("status", Integer.toString(label.status()))
                                .register(registry))
                .record(Duration.ofNanos(nanos));
        in.increment(received);
        out.increment(sent);
    }

    @Override
    public void close() {
        registry.remove(inFlight);
        registry.remove(connections);
    }
}
