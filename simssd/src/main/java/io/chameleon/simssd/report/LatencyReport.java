package io.chameleon.simssd.report;

import io.chameleon.simssd.report.WearStatistics.LatencySummary;

/**
 * Simulated time that operations of the host took, since the device was opened. Without {@link io.chameleon.simssd.FlashParallelism FlashParallelism} service time alone;
 * with it from arrival to completion, waiting included.
 *
 * @param read page reads
 * @param write page writes, foreground collection included
 * @param collectionStall of the writes that had to collect first, the part that this took
 */
public record LatencyReport(LatencySummary read, LatencySummary write, LatencySummary collectionStall) {}
