package io.chameleon.simssd.report;

import java.util.List;

/**
 * The health of a device in the terms of the NVMe specification (SMART / Health Information log page), and more.
 * Counters rise over the life of the device; across a restart of an image they resume from the last sync.
 *
 * @param criticalWarning bits: {@link #SPARE_LOW}, {@link #UNRELIABLE}, {@link #READ_ONLY}
 * @param availableSpare spare blocks left, percent; at 0 the device goes read-only
 * @param availableSpareThreshold percent below which {@link #SPARE_LOW} is set
 * @param percentageUsed mean erases of a block in percent of its rated erases; may exceed 100, at most 255
 * @param dataUnitsRead units of 512,000 bytes the host read, rounded up
 * @param dataUnitsWritten units of 512,000 bytes the host wrote, rounded up; copies do not count
 * @param hostReadCommands page reads
 * @param hostWriteCommands page writes
 * @param powerOnHours whole hours the device has been open; 0 if it has no clock
 * @param mediaErrors reads that found a page corrupt
 * @param lostSectors sectors of 4,096 bytes that the medium below could not read, since the device was opened
 * @param correctedReads page reads whose bit errors were corrected, those of collection included
 * @param programFailures page programs that failed
 * @param eraseFailures erases that failed or were a block's last
 * @param badBlocks blocks out of use
 * @param writeAmplification (host + copied) / host pages; 1 before the first write
 * @param eraseHistogram blocks by erase count, at most {@value EraseBucket#MOST} buckets of equal width from the lowest
 *     count on
 */
public record SmartReport(
        int criticalWarning,
        int availableSpare,
        int availableSpareThreshold,
        int percentageUsed,
        long dataUnitsRead,
        long dataUnitsWritten,
        long hostReadCommands,
        long hostWriteCommands,
        long powerOnHours,
        long mediaErrors,
        int lostSectors,
        long correctedReads,
        long programFailures,
        long eraseFailures,
        int badBlocks,
        double writeAmplification,
        List<EraseBucket> eraseHistogram) {
    /** Bit 0 of {@link #criticalWarning}: the available spare is below its threshold. */
    public static final int SPARE_LOW = 1;

    /** Bit 2: media errors have happened, or the blocks are used beyond their rating. */
    public static final int UNRELIABLE = 1 << 2;

    /** Bit 3: the device takes no more writes. */
    public static final int READ_ONLY = 1 << 3;

    public SmartReport {
        eraseHistogram = List.copyOf(eraseHistogram);
    }

    public boolean readOnly() {
        return (criticalWarning & READ_ONLY) != 0;
    }

    /**
     * Blocks with {@code from} to {@code to} erases, both included.
     *
     * @param blocks number of these blocks
     */
    public record EraseBucket(int from, int to, int blocks) {
        static final int MOST = 16;
    }
}
