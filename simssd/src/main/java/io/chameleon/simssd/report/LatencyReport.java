package io.chameleon.simssd.report;

import io.chameleon.simssd.report.WearStatistics.LatencySummary;

/**
 * Simulated time of host operations since the device was opened. Without
 * {@link io.chameleon.simssd.FlashParallelism FlashParallelism} this is service time alone; with it, the time from
 * arrival to completion, waiting included.
 *
 * @param read page reads
 * @param write page writes, foreground collection included
 * @param collectionStall for writes that had to collect first, the time that collection took
 */
public record LatencyReport(LatencySummary read, LatencySummary write, LatencySummary collectionStall) {}
