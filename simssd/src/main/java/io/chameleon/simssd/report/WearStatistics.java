package io.chameleon.simssd.report;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Wear and work of a device at one moment. Counters rise for the life of the device. Across a restart of an image
 * {@code totalErases} and {@code nandPageWrites} are exact or higher, never lower; the other counters resume from the
 * last sync. The latency summary counts from open.
 *
 * @param totalErases block erases; an image counts an erase once it is durable
 * @param hostPageWrites pages the host wrote
 * @param nandPageWrites pages programmed: host writes and copies
 * @param gcCopies live pages copied out of victims
 * @param trims trims of mapped pages
 * @param victims blocks collected
 * @param meanVictimUtilisation mu: mean live share of a victim, 0 to 1, over all victims; 0 before the first
 * @param recentVictimUtilisation the same as an exponential mean over the last {@value #RECENT_VICTIMS} victims or so
 * @param livePages mapped logical pages
 * @param badBlocks blocks out of use
 * @param meanErases mean erase count of a block
 * @param sigmaErases population standard deviation of the blocks' erase counts
 * @param maxErases highest erase count of a block
 * @param writeLatency simulated service time of a host page write, foreground collection included (reading 23)
 */
@RecordBuilder
public record WearStatistics(
        long totalErases,
        long hostPageWrites,
        long nandPageWrites,
        long gcCopies,
        long trims,
        long victims,
        double meanVictimUtilisation,
        double recentVictimUtilisation,
        long livePages,
        long logicalPages,
        int blocks,
        int badBlocks,
        double meanErases,
        double sigmaErases,
        int maxErases,
        LatencySummary writeLatency)
        implements WearStatisticsBuilder.With {
    /** Victims in the exponential mean of recent victim utilisation. */
    public static final int RECENT_VICTIMS = 256;

    /** (host + copied) / host pages; 1 before the first host write (GC reading 6). */
    public double writeAmplification() {
        return hostPageWrites == 0 ? 1 : (double) (hostPageWrites + gcCopies) / hostPageWrites;
    }

    /** Live share of the logical capacity, 0 to 1. */
    public double utilisation() {
        return (double) livePages / logicalPages;
    }

    /** Simulated time per operation; {@code p99Micros} is an upper bound, at most 1/16 too high. */
    public record LatencySummary(long count, double meanMicros, double p99Micros, double maxMicros) {}
}
