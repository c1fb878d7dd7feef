package io.chameleon.simssd.envm;

/**
 * The state of a tier in front of a device, and its work since it was opened.
 *
 * @param cells pages the ENVM holds at most
 * @param pageBytes size of each
 * @param envmPageWrites pages written to the ENVM over its life, cells emptied included
 * @param mostAtRisk the most pages that ever waited in DRAM for a sync
 * @param lostPages modified pages found damaged in the ENVM at writeback
 * @param budgetLeft pages that the budget still lets flash take today; infinite without a budget
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

    /** Bytes in DRAM that no sync has acknowledged: the paper's data loss risk. */
    public long bytesAtRisk() {
        return (long) tier.modifiedInDram() * pageBytes;
    }
}
