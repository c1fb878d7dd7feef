package io.chameleon.simssd.envm;

/**
 * How a tier in front of a device stands and what it did since it was opened.
 *
 * @param cells pages the ENVM holds at most
 * @param pageBytes size of each
 * @param envmPageWrites pages written to the ENVM over its life, cells emptied included
 * @param mostAtRisk the most pages that ever waited in DRAM for a sync
 * @param lostPages modified pages that were found damaged in the ENVM when they were to be written back
 * @param budgetLeft pages that flash may still take today by its budget; infinite without one
 */
public record EnvmStatistics(
        TierCounters tier,
        int cells,
        int pageBytes,
        long envmPageWrites,
        int mostAtRisk,
        long lostPages,
        double budgetLeft) {
    /** Reads served without flash, 0 to 1; 0 before the first read. */
    public double hitShare() {
        long hits = tier.dramReads() + tier.envmReads();
        long all = hits + tier.flashReads();
        return all == 0 ? 0 : (double) hits / all;
    }

    /** Bytes of acknowledged-by-nobody data in DRAM now: the paper's data loss risk. */
    public long bytesAtRisk() {
        return (long) tier.modifiedInDram() * pageBytes;
    }
}
