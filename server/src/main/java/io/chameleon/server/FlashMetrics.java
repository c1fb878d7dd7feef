package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import io.chameleon.server.admin.MeterGroup;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.report.SmartReport;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/**
 * Prometheus metrics of the device's wear: {@code chameleon_flash_*}, labelled with the server. Closing removes the
 * metrics from the registry, which may outlive the server.
 */
final class FlashMetrics implements AutoCloseable {
    private final MeterGroup meters;
    private final FlashMonitor monitor;

    FlashMetrics(MeterRegistry registry, ServerId server, FlashMonitor monitor, FragmentStore store) {
        this.meters = new MeterGroup(registry, "chameleon.flash.", server);
        this.monitor = monitor;
        counter("erases", "block erases", WearReport::erases);
        counter("host.page.writes", "pages the store wrote", WearReport::hostPageWrites);
        counter("nand.page.writes", "pages programmed, copies included", WearReport::nandPageWrites);
        wear("write.amplification", "NAND page writes per host page write", WearReport::writeAmplification);
        wear("utilisation.ratio", "live share of the logical capacity", WearReport::utilisation);
        wear(
                "victim.utilisation.ratio",
                "mean live share of recently collected blocks",
                WearReport::meanVictimUtilisation);
        wear("endurance.used.ratio", "share of the rated erases used up", WearReport::enduranceUsed);
        wear("bad.blocks", "blocks out of use", WearReport::badBlocks);
        wear("live.pages", "logical pages that hold data", WearReport::livePages);
        wear("capacity.pages", "logical pages the device offers", WearReport::capacityPages);
        wear(
                "write.latency.mean.seconds",
                "simulated time of a page write, mean",
                report -> report.writeLatency().meanMicros() / 1e6);
        wear(
                "write.latency.p99.seconds",
                "simulated time of a page write, 99th percentile",
                report -> report.writeLatency().p99Micros() / 1e6);
        smartCounter("host.page.reads", "pages the store read", SmartReport::hostReadCommands);
        smartCounter("media.errors", "reads that found a page corrupt", SmartReport::mediaErrors);
        smartGauge(
                "lost.sectors",
                "sectors of 4096 bytes that the disk could not read, since the start",
                SmartReport::lostSectors);
        smartCounter("corrected.reads", "page reads whose bit errors were mended", SmartReport::correctedReads);
        smartCounter("program.failures", "page programs that failed", SmartReport::programFailures);
        smartCounter("erase.failures", "erases that failed or were a block's last", SmartReport::eraseFailures);
        smartGauge(
                "available.spare.ratio",
                "share of the spare blocks left; read-only at 0",
                smart -> smart.availableSpare() / 100.0);
        smartGauge("read.only", "1 once the spare blocks are used up", it -> it.readOnly() ? 1 : 0);
        smartGauge("critical.warning", "the bits of NVMe's critical_warning", SmartReport::criticalWarning);
        meters.gauge(
                "stall.seconds",
                "how long the device has been at its oldest operation that has not ended",
                store,
                it -> it.stall().toNanos() / 1e9);
        meters.gauge("fragments", "durable fragments", store, it -> it.usage().fragments());
        meters.gauge("manifest.bytes", "what manifests take beside the device", store, FragmentStore::manifestBytes);
        meters.gauge("waiting", "calls waiting for their turn with the device", store, FragmentStore::waiting);
        meters.gauge("writable", "1 until a write or a sync of the device fails", store, it -> it.isWritable() ? 1 : 0);
    }

    private void counter(String name, String help, ToDoubleFunction<WearReport> value) {
        meters.counter(name, help, monitor, it -> value.applyAsDouble(it.report()));
    }

    private void smartCounter(String name, String help, ToDoubleFunction<SmartReport> value) {
        meters.counter(name, help, monitor, it -> value.applyAsDouble(it.smart()));
    }

    private void smartGauge(String name, String help, ToDoubleFunction<SmartReport> value) {
        meters.gauge(name, help, monitor, it -> value.applyAsDouble(it.smart()));
    }

    private void wear(String name, String help, ToDoubleFunction<WearReport> value) {
        meters.gauge(name, help, monitor, it -> value.applyAsDouble(it.report()));
    }

    @Override
    public void close() {
        meters.close();
    }
}
