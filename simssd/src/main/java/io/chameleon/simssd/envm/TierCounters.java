package io.chameleon.simssd.envm;

/**
 * The work of a {@link CacheTier} since its creation, in pages; the last four are its current state.
 *
 * @param dramReads reads served by DRAM
 * @param envmReads reads served by the ENVM
 * @param flashReads reads served by flash
 * @param dramWrites writes taken by DRAM
 * @param envmWrites writes of hosts taken by the ENVM
 * @param flashWrites writes of hosts taken by flash
 * @param largeWrites writes of hosts that belonged to large requests
 * @param modifiedEvictions modified pages evicted or synced from DRAM to the ENVM, or to flash without an ENVM
 * @param cleanEvictions clean pages evicted from DRAM to the ENVM
 * @param droppedEvictions clean pages evicted from DRAM and not kept
 * @param idleWritebacks written back opportunistically
 * @param urgentWritebacks written back because modified data exceeded its share, or a cell was needed
 * @param modifiedInDram pages at risk: lost if the power fails now
 * @param modifiedInEnvm length of the modified list
 * @param cleanInEnvm length of the clean list
 * @param modifiedShare share of the cells that modified data may take now, S of Eq. 5
 */
public record TierCounters(
        long dramReads,
        long envmReads,
        long flashReads,
        long dramWrites,
        long envmWrites,
        long flashWrites,
        long largeWrites,
        long modifiedEvictions,
        long cleanEvictions,
        long droppedEvictions,
        long idleWritebacks,
        long urgentWritebacks,
        int modifiedInDram,
        int modifiedInEnvm,
        int cleanInEnvm,
        double modifiedShare) {}
