package io.chameleon.simssd.report;

/** Assembles a {@link SmartReport}. */
public final class SmartSnapshot {
    /** Bytes of an NVMe data unit: 1,000 times 512. */
    private static final long DATA_UNIT = 512_000;

    private static final int SPARE_THRESHOLD_PERCENT = 10;
    private static final int MOST_PERCENT_USED = 255;
    private static final long MILLIS_PER_HOUR = 3_600_000;

    private SmartSnapshot() {}

    /**
     * @param lostSectors as {@link SmartReport#lostSectors}
     * @param availableSpare percent
     * @param ratedErases of a block
     */
    public static SmartReport of(
            int pageBytes,
            WearStatistics wear,
            HealthCounters health,
            int lostSectors,
            int[] eraseCounts,
            int availableSpare,
            boolean readOnly,
            long ratedErases) {
        int used = (int) Math.min(MOST_PERCENT_USED, Math.floor(100 * wear.meanErases() / ratedErases));
        int warning = (availableSpare < SPARE_THRESHOLD_PERCENT ? SmartReport.SPARE_LOW : 0)
                | (health.mediaErrors() > 0 || lostSectors > 0 || used >= 100 ? SmartReport.UNRELIABLE : 0)
                | (readOnly ? SmartReport.READ_ONLY : 0);
        return new SmartReport(
                warning,
                availableSpare,
                SPARE_THRESHOLD_PERCENT,
                used,
                dataUnits(health.hostReads(), pageBytes),
                dataUnits(wear.hostPageWrites(), pageBytes),
                health.hostReads(),
                wear.hostPageWrites(),
                health.powerOnMillis() / MILLIS_PER_HOUR,
                health.mediaErrors(),
                lostSectors,
                health.correctedReads(),
                health.programFailures(),
                health.eraseFailures(),
                wear.badBlocks(),
                wear.writeAmplification(),
                EraseHistogram.of(eraseCounts));
    }

    private static long dataUnits(long pages, int pageBytes) {
        return Math.ceilDiv(pages * pageBytes, DATA_UNIT);
    }
}
