package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.WearStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How the device wears, for the balancer ({@link #report}), for Prometheus ({@code chameleon_flash_*}, labelled with the server)
 * and for people ({@link #view}). Safe from any thread; every call takes a snapshot of the device.
 */
public final class FlashMonitor {
    private final ServerId server;
    private final FragmentStore store;
    private final long enduranceErases;

    public FlashMonitor(ServerId server, FragmentStore store, long enduranceErases) {
        this.server = server;
        this.store = store;
        this.enduranceErases = enduranceErases;
    }

    public WearReport report() {
        WearStatistics wear = store.wear();
        FlashGeometry geometry = store.geometry();
        return new WearReport(
                server,
                wear.totalErases(),
                wear.hostPageWrites(),
                wear.nandPageWrites(),
                wear.meanVictimUtilisation(),
                wear.logicalPages(),
                wear.livePages(),
                geometry.pageBytes(),
                geometry.pagesPerBlock(),
                wear.blocks(),
                enduranceErases,
                wear.badBlocks(),
                new WearReport.LatencySummary(
                        wear.writeLatency().count(),
                        wear.writeLatency().meanMicros(),
                        wear.writeLatency().p99Micros()));
    }

    /** The report by name, with what follows from it and the spread over blocks. */
    public Map<String, Object> view() {
        WearStatistics wear = store.wear();
        WearReport report = report();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("server", server.value());
        view.put("erases", report.erases());
        view.put("hostPageWrites", report.hostPageWrites());
        view.put("nandPageWrites", report.nandPageWrites());
        view.put("writeAmplification", report.writeAmplification());
        view.put("utilisation", report.utilisation());
        view.put("meanVictimUtilisation", report.meanVictimUtilisation());
        view.put("recentVictimUtilisation", wear.recentVictimUtilisation());
        view.put("enduranceUsed", report.enduranceUsed());
        view.put("blocks", report.blocks());
        view.put("badBlocks", report.badBlocks());
        view.put("meanErasesPerBlock", wear.meanErases());
        view.put("sigmaErasesOverBlocks", wear.sigmaErases());
        view.put("maxErasesOfABlock", wear.maxErases());
        view.put("capacityPages", report.capacityPages());
        view.put("livePages", report.livePages());
        view.put("pageBytes", report.pageBytes());
        view.put("fragments", store.usage().fragments());
        view.put("writeLatencyMicros", wear.writeLatency());
        return view;
    }

    public void bindTo(MeterRegistry registry) {
        counter(registry, "erases", "block erases", WearReport::erases);
        counter(registry, "host.page.writes", "pages the store wrote", WearReport::hostPageWrites);
        counter(registry, "nand.page.writes", "pages programmed, copies included", WearReport::nandPageWrites);
        gauge(registry, "write.amplification", "NAND page writes per host page write", WearReport::writeAmplification);
        gauge(registry, "utilisation.ratio", "live share of the logical capacity", WearReport::utilisation);
        gauge(
                registry,
                "victim.utilisation.ratio",
                "mean live share of collected blocks",
                WearReport::meanVictimUtilisation);
        gauge(registry, "endurance.used.ratio", "share of the rated erases used up", WearReport::enduranceUsed);
        gauge(registry, "bad.blocks", "blocks out of use", WearReport::badBlocks);
        gauge(registry, "live.pages", "logical pages that hold data", WearReport::livePages);
        gauge(registry, "capacity.pages", "logical pages the device offers", WearReport::capacityPages);
        gauge(
                registry,
                "write.latency.mean.seconds",
                "simulated time of a page write, mean",
                report -> report.writeLatency().meanMicros() / 1e6);
        gauge(
                registry,
                "write.latency.p99.seconds",
                "simulated time of a page write, 99th percentile",
                report -> report.writeLatency().p99Micros() / 1e6);
        Gauge.builder(
                        "chameleon.flash.fragments",
                        this,
                        monitor -> monitor.store.usage().fragments())
                .description("durable fragments")
                .tags(tags())
                .register(registry);
        Gauge.builder("chameleon.flash.waiting", this, monitor -> monitor.store.waiting())
                .description("calls waiting for their turn with the device")
                .tags(tags())
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String help, ToDoubleFunction<WearReport> value) {
        FunctionCounter.builder("chameleon.flash." + name, this, monitor -> value.applyAsDouble(monitor.report()))
                .description(help)
                .tags(tags())
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String help, ToDoubleFunction<WearReport> value) {
        Gauge.builder("chameleon.flash." + name, this, monitor -> value.applyAsDouble(monitor.report()))
                .description(help)
                .tags(tags())
                .register(registry);
    }

    private Tags tags() {
        return Tags.of("server", server.value());
    }
}
