package io.chameleon.simssd.envm;

/**
 * The counters of a {@link CacheTier}, in pages, as they are counted; {@link TierCounters} documents each. One thread
 * at a time.
 */
final class TierCounts {
    long dramReads;
    long envmReads;
    long flashReads;
    long dramWrites;
    long envmWrites;
    long flashWrites;
    long largeWrites;
    long modifiedEvictions;
    long cleanEvictions;
    long droppedEvictions;
    long idleWritebacks;
    long urgentWritebacks;

    TierCounters with(int modifiedInDram, int modifiedInEnvm, int cleanInEnvm, double modifiedShare) {
        return new TierCounters(
                dramReads,
                envmReads,
                flashReads,
                dramWrites,
                envmWrites,
                flashWrites,
                largeWrites,
                modifiedEvictions,
                cleanEvictions,
                droppedEvictions,
                idleWritebacks,
                urgentWritebacks,
                modifiedInDram,
                modifiedInEnvm,
                cleanInEnvm,
                modifiedShare);
    }
}
