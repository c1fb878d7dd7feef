package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.wear.WearReport;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What a plan needs to know about a flash server.
 *
 * @param zone failure domain; servers of an unzoned cluster share the zone ""
 * @param node its machine, a failure domain within the zone; "" if unknown, in which case it counts as a node of its
 *     own
 * @param writable whether it takes new fragments; if not, it is neither source nor target of a plan
 * @param erases block erases so far, {@code E_s}
 * @param hostPageWrites pages written to it so far
 * @param nandPageWrites pages programmed so far, garbage collection included
 * @param capacityPages logical pages the device offers
 * @param livePages logical pages that hold data
 * @param blocks physical blocks
 * @param victimUtilisation mean share of valid pages in collected blocks; 0 before the first collection
 * @param ratedErases erases the whole device is rated for
 * @param writesPerEpoch pages written to it per epoch, an exponentially decayed mean (see {@link ServerHistory}); 0 if
 *     unknown
 * @param windowWrites pages that clients wrote to it in the last epoch; 0 if unknown
 * @param latencyMicros mean latency of its I/O in microseconds, decayed in the same way; 0 if unknown. A live server
 *     times page writes, foreground collection included
 */
@RecordBuilder
public record ServerLoad(
        ServerId id,
        String zone,
        String node,
        boolean writable,
        long erases,
        long hostPageWrites,
        long nandPageWrites,
        long capacityPages,
        long livePages,
        int pageBytes,
        int pagesPerBlock,
        long blocks,
        double victimUtilisation,
        double ratedErases,
        double writesPerEpoch,
        double windowWrites,
        double latencyMicros)
        implements ServerLoadBuilder.With {
    public ServerLoad {
        Require.that(
                erases >= 0 && hostPageWrites >= 0 && nandPageWrites >= 0 && livePages >= 0,
                "wear of server " + id,
                erases + " erases, " + hostPageWrites + " pages written, " + nandPageWrites + " programmed, "
                        + livePages + " live",
                "0 or more");
        Require.that(
                capacityPages >= 1 && pageBytes >= 1 && pagesPerBlock >= 1 && blocks >= 1,
                "device of server " + id,
                capacityPages + " pages of " + pageBytes + " bytes, " + blocks + " blocks of " + pagesPerBlock
                        + " pages",
                "at least 1 of each");
        Require.that(
                victimUtilisation >= 0 && victimUtilisation <= 1,
                "victim utilisation of server " + id,
                victimUtilisation,
                "0 to 1");
        Require.that(ratedErases > 0, "rated erases of server " + id, ratedErases, "more than 0");
        Require.that(
                writesPerEpoch >= 0 && windowWrites >= 0 && latencyMicros >= 0,
                "trend of server " + id,
                writesPerEpoch + " pages per epoch, " + windowWrites + " in the last, " + latencyMicros
                        + " microseconds",
                "0 or more");
    }

    /** The server with its failure domains. */
    public PlacementRing.Member member() {
        return new PlacementRing.Member(id, zone, node, capacityPages * pageBytes);
    }

    /** A server, from its newest report and the trend of earlier ones. */
    public static ServerLoad of(WearReport report, ServerInfo server, ServerHistory.Trend trend) {
        return ServerLoadBuilder.builder()
                .id(server.id())
                .zone(server.zone())
                .node(server.node())
                .writable(server.isWritable())
                .erases(report.erases())
                .hostPageWrites(report.hostPageWrites())
                .nandPageWrites(report.nandPageWrites())
                .capacityPages(report.capacityPages())
                .livePages(report.livePages())
                .pageBytes(report.pageBytes())
                .pagesPerBlock(report.pagesPerBlock())
                .blocks(report.blocks())
                .victimUtilisation(report.meanVictimUtilisation())
                .ratedErases((double) report.blocks() * report.enduranceErases())
                .writesPerEpoch(trend.writesPerEpoch())
                .windowWrites(trend.windowWrites())
                .latencyMicros(trend.latencyMicros())
                .build();
    }
}
