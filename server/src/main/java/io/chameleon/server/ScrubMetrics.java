package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.server.store.FragmentStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Prometheus metrics of scrubbing: {@code chameleon_scrub_*}, labelled with the server. Closing removes them. */
final class ScrubMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final Tags tags;
    private final Scrubber scrubber;
    private final List<Meter> meters = new ArrayList<>();

    ScrubMetrics(MeterRegistry registry, ServerId server, Scrubber scrubber, FragmentStore store) {
        this.registry = registry;
        this.tags = Tags.of("server", server.value());
        this.scrubber = scrubber;
        counter("fragments", "fragments checked", Scrubber.Progress::allFragments);
        counter("bytes", "bytes of fragments checked", Scrubber.Progress::allBytes);
        counter("passes", "times that all fragments were checked", Scrubber.Progress::passes);
        meters.add(Gauge.builder(
                        "chameleon.scrub.last.pass.seconds",
                        scrubber,
                        it -> it.progress().lastPassMillis() / 1e3)
                .description("when all fragments had been checked last, seconds since 1970; 0: not since the start")
                .tags(tags)
                .register(registry));
        meters.add(Gauge.builder(
                        "chameleon.scrub.damaged.fragments",
                        store,
                        it -> it.damaged().size())
                .description("fragments found damaged by any read and not replaced yet")
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String help, ToDoubleFunction<Scrubber.Progress> value) {
        meters.add(
                FunctionCounter.builder("chameleon.scrub." + name, scrubber, it -> value.applyAsDouble(it.progress()))
                        .description(help)
                        .tags(tags)
                        .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
