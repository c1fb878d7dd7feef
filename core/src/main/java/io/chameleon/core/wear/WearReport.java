package io.chameleon.core.wear;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;

/**
 * A flash server's report on its device. Counters rise over the life of the device, across restarts; only latencies
 * count from the start of the process.
 *
 * @param erases block erases {@code E_s}
 * @param hostPageWrites pages the store wrote
 * @param nandPageWrites pages programmed in all: host writes and garbage collection copies
 * @param meanVictimUtilisation mean share of valid pages in recently collected blocks, 0 to 1; 0 before the first
 *     collection
 * @param capacityPages logical pages the device offers
 * @param livePages logical pages that hold data
 * @param blocks physical blocks
 * @param enduranceErases erases each block is rated for
 * @param badBlocks blocks out of use
 * @param writeLatency simulated service time of a page write, foreground collection included (reading 23)
 */
public record WearReport(
        ServerId server,
        long erases,
        long hostPageWrites,
        long nandPageWrites,
        double meanVictimUtilisation,
        long capacityPages,
        long livePages,
        int pageBytes,
        int pagesPerBlock,
        long blocks,
        long enduranceErases,
        long badBlocks,
        LatencySummary writeLatency) {

    public WearReport {
        atLeast(0, erases, "erases", server);
        atLeast(0, hostPageWrites, "host page writes", server);
        atLeast(0, nandPageWrites, "NAND page writes", server);
        Require.that(
                meanVictimUtilisation >= 0 && meanVictimUtilisation <= 1,
                "mean victim utilisation of " + server,
                meanVictimUtilisation,
                "0 to 1");
        atLeast(1, capacityPages, "capacity in pages", server);
        atLeast(0, livePages, "live pages", server);
        atLeast(1, pageBytes, "bytes per page", server);
        atLeast(1, pagesPerBlock, "pages per block", server);
        atLeast(1, blocks, "blocks", server);
        atLeast(1, enduranceErases, "rated erases", server);
        atLeast(0, badBlocks, "bad blocks", server);
    }

    private static void atLeast(long least, long value, String what, ServerId server) {
        Require.that(value >= least, what + " of " + server, value, least + " or more");
    }

    /** (host + copied) / host pages; 1 before the first host write. */
    public double writeAmplification() {
        return hostPageWrites == 0 ? 1 : (double) nandPageWrites / hostPageWrites;
    }

    /** Live share of the logical capacity, 0 to 1. */
    public double utilisation() {
        return (double) livePages / capacityPages;
    }

    /** Share of the rated erases used up, 0 when new. */
    public double enduranceUsed() {
        return (double) erases / ((double) blocks * enduranceErases);
    }

    /** Microseconds of simulated device time per page write. */
    public record LatencySummary(long count, double meanMicros, double p99Micros) {
        public LatencySummary {
            Require.that(count >= 0, "count of latencies", count, "0 or more");
            Require.that(meanMicros >= 0, "mean latency", meanMicros, "0 or more microseconds");
            Require.that(p99Micros >= 0, "p99 latency", p99Micros, "0 or more microseconds");
        }
    }
}
