package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The wear of the device, for the balancer and the metrics ({@link #report}) and for people ({@link #view}). Safe from
 * any thread; every call takes a snapshot of the device.
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
                wear.recentVictimUtilisation(),
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

    /** The report by name, with derived values and the spread over blocks. */
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
        view.put("meanVictimUtilisation", wear.meanVictimUtilisation());
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
        LatencyReport latency = store.latency();
        view.put("readLatencyMicros", latency.read());
        view.put("collectionStallMicros", latency.collectionStall());
        view.put("smart", smartView(store.smart()));
        return view;
    }

    /** The names of NVMe's SMART / Health Information log page, as {@code nvme smart-log -o json} prints them. */
    private static Map<String, Object> smartView(SmartReport smart) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("critical_warning", smart.criticalWarning());
        view.put("available_spare", smart.availableSpare());
        view.put("available_spare_threshold", smart.availableSpareThreshold());
        view.put("percentage_used", smart.percentageUsed());
        view.put("data_units_read", smart.dataUnitsRead());
        view.put("data_units_written", smart.dataUnitsWritten());
        view.put("host_read_commands", smart.hostReadCommands());
        view.put("host_write_commands", smart.hostWriteCommands());
        view.put("power_on_hours", smart.powerOnHours());
        view.put("media_errors", smart.mediaErrors());
        view.put("lost_sectors", smart.lostSectors());
        view.put("corrected_reads", smart.correctedReads());
        view.put("program_failures", smart.programFailures());
        view.put("erase_failures", smart.eraseFailures());
        view.put("bad_blocks", smart.badBlocks());
        view.put("read_only", smart.readOnly());
        view.put("write_amplification", smart.writeAmplification());
        view.put("erase_histogram", smart.eraseHistogram());
        return view;
    }

    SmartReport smart() {
        return store.smart();
    }
}
