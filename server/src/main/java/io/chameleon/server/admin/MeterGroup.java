package io.chameleon.server.admin;

import io.chameleon.core.ServerId;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Prometheus metrics with a common prefix, labelled with their server. Each is read from an object that something else
 * keeps. Closing removes them from the registry, which may outlive the server.
 */
public final class MeterGroup implements AutoCloseable {
    private final MeterRegistry registry;
    private final String prefix;
    private final Tags server;
    private final List<Meter> meters = new ArrayList<>();

    public MeterGroup(MeterRegistry registry, String prefix, ServerId server) {
        this.registry = registry;
        this.prefix = prefix;
        this.server = Tags.of("server", server.value());
    }

    public <T> void counter(String name, String help, T of, ToDoubleFunction<T> count) {
        counter(name, Tags.empty(), help, of, count);
    }

    public <T> void counter(String name, Tags labels, String help, T of, ToDoubleFunction<T> count) {
        meters.add(FunctionCounter.builder(prefix + name, of, count)
                .description(help)
                .tags(server.and(labels))
                .register(registry));
    }

    public <T> void gauge(String name, String help, T of, ToDoubleFunction<T> value) {
        meters.add(Gauge.builder(prefix + name, of, value)
                .description(help)
                .tags(server)
                .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
