package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.simssd.envm.EnvmDevice;
import io.chameleon.simssd.envm.EnvmStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Prometheus metrics of the persistent cache: {@code chameleon_envm_*}, labelled with the server. Closing removes the
 * metrics from the registry, which may outlive the server.
 */
final class EnvmMetrics implements AutoCloseable {
    private final MeterRegistry registry;
    private final Tags tags;
    private final EnvmDevice cache;
    private final List<Meter> meters = new ArrayList<>();

    EnvmMetrics(MeterRegistry registry, ServerId server, EnvmDevice cache) {
        this.registry = registry;
        this.tags = Tags.of("server", server.value());
        this.cache = cache;
        String reads = "pages read, by the medium that served them";
        counter("reads", "medium", "dram", reads, it -> it.tier().dramReads());
        counter("reads", "medium", "envm", reads, it -> it.tier().envmReads());
        counter("reads", "medium", "flash", reads, it -> it.tier().flashReads());
        String writes = "pages the store wrote, by the medium that took them";
        counter("writes", "medium", "dram", writes, it -> it.tier().dramWrites());
        counter("writes", "medium", "envm", writes, it -> it.tier().envmWrites());
        counter("writes", "medium", "flash", writes, it -> it.tier().flashWrites());
        String writebacks = "pages written back to flash, in idle time or for want of room";
        counter("writebacks", "reason", "idle", writebacks, it -> it.tier().idleWritebacks());
        counter("writebacks", "reason", "room", writebacks, it -> it.tier().urgentWritebacks());
        counter("page.writes", "pages written to the ENVM over its life: its wear", EnvmStatistics::envmPageWrites);
        counter("lost.pages", "modified pages found damaged in the ENVM", EnvmStatistics::lostPages);
        gauge("capacity.pages", "pages the ENVM holds at most", EnvmStatistics::cells);
        gauge(
                "modified.pages",
                "pages in the ENVM that flash has not",
                it -> it.tier().modifiedInEnvm());
        gauge(
                "clean.pages",
                "pages in the ENVM that flash has too",
                it -> it.tier().cleanInEnvm());
        gauge(
                "modified.share.ratio",
                "share of the ENVM that modified pages may take now",
                it -> it.tier().modifiedShare());
        gauge("at.risk.bytes", "written data in DRAM that waits for a sync", EnvmStatistics::bytesAtRisk);
        gauge("flash.budget.left.pages", "pages flash may still take today by its rating", EnvmStatistics::budgetLeft);
    }

    private void counter(String name, String label, String value, String help, ToDoubleFunction<EnvmStatistics> count) {
        register(name, tags.and(label, value), help, count);
    }

    private void counter(String name, String help, ToDoubleFunction<EnvmStatistics> count) {
        register(name, tags, help, count);
    }

    private void register(String name, Tags labels, String help, ToDoubleFunction<EnvmStatistics> count) {
        meters.add(FunctionCounter.builder(name(name), cache, it -> count.applyAsDouble(it.tierStatistics()))
                .description(help)
                .tags(labels)
                .register(registry));
    }

    private void gauge(String name, String help, ToDoubleFunction<EnvmStatistics> value) {
        meters.add(Gauge.builder(name(name), cache, it -> value.applyAsDouble(it.tierStatistics()))
                .description(help)
                .tags(tags)
                .register(registry));
    }

    private static String name(String metric) {
        return "chameleon.envm." + metric;
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
