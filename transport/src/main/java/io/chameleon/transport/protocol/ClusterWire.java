package io.chameleon.transport.protocol;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.wear.WearReport;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.ServerP;
import io.chameleon.transport.wire.WearReportP;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Servers, their wear and the cluster as wire messages and back; the rules of {@link Wire} hold. */
public final class ClusterWire {
    /** Position is the code on the wire: append only. */
    private static final List<ServerInfo.Status> SERVER_STATUS =
            List.of(ServerInfo.Status.UP, ServerInfo.Status.DRAINING, ServerInfo.Status.DOWN);

    private ClusterWire() {}

    public static ServerP pack(ServerInfo server) {
        return ServerP.newBuilder()
                .setId(server.id().value())
                .setHost(server.host())
                .setPort(server.port())
                .setZone(server.zone())
                .setCapacityBytes(server.capacityBytes())
                .setStatus(SERVER_STATUS.indexOf(
                        server.status() == ServerInfo.Status.READ_ONLY ? ServerInfo.Status.DRAINING : server.status()))
                .setReadOnly(server.status() == ServerInfo.Status.READ_ONLY)
                .setNode(server.node())
                .setClusterId(server.identity().cluster())
                .setDeviceId(server.identity().device())
                .build();
    }

    public static ServerInfo unpack(ServerP server) {
        return Wire.checked(() -> new ServerInfo(
                new ServerId(server.getId()),
                server.getHost(),
                server.getPort(),
                server.getZone(),
                server.getNode(),
                server.getCapacityBytes(),
                server.getReadOnly()
                        ? ServerInfo.Status.READ_ONLY
                        : Wire.ofCode(SERVER_STATUS, server.getStatus(), "server status"),
                new ServerIdentity(server.getClusterId(), server.getDeviceId())));
    }

    public static ClusterViewResponse pack(ClusterView view) {
        return ClusterViewResponse.newBuilder()
                .addAllServers(view.servers().stream().map(ClusterWire::pack).toList())
                .setRep(Wire.pack(view.rep()))
                .setEc(Wire.pack(view.ec()))
                .setRingPoints(view.ringPoints())
                .setEpoch(view.epoch())
                .setClusterId(view.cluster())
                .addAllAwayMillis(packedAwayMillis(view))
                .build();
    }

    /** In the order of the servers; none if no absence is known. */
    static List<Long> packedAwayMillis(ClusterView view) {
        return view.awayMillis().isEmpty()
                ? List.of()
                : view.servers().stream()
                        .map(server -> view.awayMillis().getOrDefault(server.id(), 0L))
                        .toList();
    }

    public static ClusterView unpack(ClusterViewResponse view) {
        return Wire.checked(() -> {
            List<ServerInfo> servers =
                    view.getServersList().stream().map(ClusterWire::unpack).toList();
            return new ClusterView(
                    servers,
                    Wire.unpack(view.getRep()),
                    Wire.unpack(view.getEc()),
                    view.getRingPoints(),
                    view.getEpoch(),
                    view.getClusterId(),
                    awayMillis(servers, view));
        });
    }

    /** The view of an answer to a caller that already has {@code known}. */
    public static ClusterView unpack(ClusterViewResponse unchanged, ClusterView known) {
        return Wire.checked(() -> known.at(unchanged.getEpoch(), awayMillis(known.servers(), unchanged)));
    }

    private static Map<ServerId, Long> awayMillis(List<ServerInfo> servers, ClusterViewResponse view) {
        Map<ServerId, Long> away = new HashMap<>();
        for (int i = 0; i < Math.min(servers.size(), view.getAwayMillisCount()); i++) {
            if (view.getAwayMillis(i) > 0) {
                away.put(servers.get(i).id(), view.getAwayMillis(i));
            }
        }
        return away;
    }

    public static WearReportP pack(WearReport report) {
        return WearReportP.newBuilder()
                .setServer(report.server().value())
                .setErases(report.erases())
                .setHostPageWrites(report.hostPageWrites())
                .setNandPageWrites(report.nandPageWrites())
                .setMeanVictimUtilisation(report.meanVictimUtilisation())
                .setCapacityPages(report.capacityPages())
                .setLivePages(report.livePages())
                .setPageBytes(report.pageBytes())
                .setPagesPerBlock(report.pagesPerBlock())
                .setBlocks(report.blocks())
                .setEnduranceErases(report.enduranceErases())
                .setBadBlocks(report.badBlocks())
                .setWriteLatencyCount(report.writeLatency().count())
                .setWriteLatencyMeanMicros(report.writeLatency().meanMicros())
                .setWriteLatencyP99Micros(report.writeLatency().p99Micros())
                .build();
    }

    public static WearReport unpack(WearReportP report) {
        return Wire.checked(() -> new WearReport(
                new ServerId(report.getServer()),
                report.getErases(),
                report.getHostPageWrites(),
                report.getNandPageWrites(),
                report.getMeanVictimUtilisation(),
                report.getCapacityPages(),
                report.getLivePages(),
                report.getPageBytes(),
                report.getPagesPerBlock(),
                report.getBlocks(),
                report.getEnduranceErases(),
                report.getBadBlocks(),
                new WearReport.LatencySummary(
                        report.getWriteLatencyCount(),
                        report.getWriteLatencyMeanMicros(),
                        report.getWriteLatencyP99Micros())));
    }
}
