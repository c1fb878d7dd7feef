package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.server.admin.MeterGroup;
import io.chameleon.simssd.envm.EnvmDevice;
import io.chameleon.simssd.envm.EnvmStatistics;
import io.chameleon.simssd.envm.TierCounters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * Prometheus metrics of the persistent cache: {@code chameleon_envm_*}, labelled with the server. Closing removes the
 * metrics from the registry, which may outlive the server.
 */
final class EnvmMetrics implements AutoCloseable {
    private final MeterGroup meters;
    private final EnvmDevice cache;

    EnvmMetrics(MeterRegistry registry, ServerId server, EnvmDevice cache) {
        this.meters = new MeterGroup(registry, "chameleon.envm.", server);
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
        tier("modified.pages", "pages in the ENVM that flash has not", TierCounters::modifiedInEnvm);
        tier("clean.pages", "pages in the ENVM that flash has too", TierCounters::cleanInEnvm);
        tier("modified.share.ratio", "share of the ENVM that modified pages may take now", TierCounters::modifiedShare);
        gauge("at.risk.bytes", "written data in DRAM that waits for a sync", EnvmStatistics::bytesAtRisk);
        gauge("flash.budget.left.pages", "pages flash may still take today by its rating", EnvmStatistics::budgetLeft);
    }

    private void counter(String name, String label, String value, String help, ToDoubleFunction<EnvmStatistics> count) {
        meters.counter(name, Tags.of(label, value), help, cache, it -> count.applyAsDouble(it.tierStatistics()));
    }

    private void counter(String name, String help, ToDoubleFunction<EnvmStatistics> count) {
        meters.counter(name, help, cache, it -> count.applyAsDouble(it.tierStatistics()));
    }

    private void gauge(String name, String help, ToDoubleFunction<EnvmStatistics> value) {
        meters.gauge(name, help, cache, it -> value.applyAsDouble(it.tierStatistics()));
    }

    private void tier(String name, String help, ToDoubleFunction<TierCounters> value) {
        gauge(name, help, it -> value.applyAsDouble(it.tier()));
    }

    @Override
    public void close() {
        meters.close();
    }
}
