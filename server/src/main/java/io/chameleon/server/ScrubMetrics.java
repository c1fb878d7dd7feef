package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.server.admin.MeterGroup;
import io.chameleon.server.store.FragmentStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Prometheus metrics of scrubbing: {@code chameleon_scrub_*}, labelled with the server. Closing removes them. */
final class ScrubMetrics implements AutoCloseable {
    private final MeterGroup meters;
    private final Scrubber scrubber;

    ScrubMetrics(MeterRegistry registry, ServerId server, Scrubber scrubber, FragmentStore store) {
        this.meters = new MeterGroup(registry, "chameleon.scrub.", server);
        this.scrubber = scrubber;
        counter("fragments", "fragments checked", Scrubber.Progress::allFragments);
        counter("bytes", "bytes of fragments checked", Scrubber.Progress::allBytes);
        counter("passes", "times that all fragments were checked", Scrubber.Progress::passes);
        meters.gauge(
                "last.pass.seconds",
                "when all fragments had been checked last, seconds since 1970; 0: not since the start",
                scrubber,
                it -> it.progress().lastPassMillis() / 1e3);
        meters.gauge(
                "damaged.fragments",
                "fragments found damaged by any read and not replaced yet",
                store,
                it -> it.damaged().size());
    }

    private void counter(String name, String help, ToDoubleFunction<Scrubber.Progress> value) {
        meters.counter(name, help, scrubber, it -> value.applyAsDouble(it.progress()));
    }

    @Override
    public void close() {
        meters.close();
    }
}
