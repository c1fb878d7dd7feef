package io.chameleon.server;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.WearStatistics;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the device wears, for the balancer and the metrics ({@link #report}) and for people ({@link #view}). Safe from any thread;
 * every call takes a snapshot of the device.
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
}
