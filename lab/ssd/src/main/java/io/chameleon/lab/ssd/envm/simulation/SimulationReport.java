package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.envm.TierCounters;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What one hierarchy did with a log.
 *
 * @param classes means over the days of each class that occurs
 * @param counters of the tier at the end
 */
public record SimulationReport(
        SimulationConfig config, List<Day> days, Map<Traffic, ClassReport> classes, TierCounters counters) {
    /**
     * One day.
     *
     * @param meanBytesAtRisk modified data in DRAM, mean over time
     * @param mostBytesAtRisk the same at its highest
     */
    public record Day(
            int number,
            Traffic traffic,
            long requests,
            double flashBytesWritten,
            double envmBytesWritten,
            double meanBytesAtRisk,
            double mostBytesAtRisk) {}

    /**
     * The days of one class; bytes are means per day.
     *
     * @param safeBytes writes of flash within its daily limit
     * @param criticalBytes writes of flash beyond this limit
     * @param dramShare share of the read pages that DRAM served, H_D of Eq. 6
     * @param envmShare share of the read pages that the ENVM served, H_N
     * @param readP99Micros 99th percentile by size of the request in KiB, an upper bound at most 1/16 too high
     */
    public record ClassReport(
            int days,
            double readMicros,
            double writeMicros,
            double dramShare,
            double envmShare,
            double safeBytes,
            double criticalBytes,
            double envmBytes,
            double meanBytesAtRisk,
            SortedMap<Integer, Double> readP99Micros) {
        public double flashBytes() {
            return safeBytes + criticalBytes;
        }
    }

    /** The busiest class, which every non-empty log has. */
    public ClassReport busy() {
        ClassReport busy = classes.get(Traffic.BUSY);
        if (busy == null) {
            throw new IllegalStateException("an empty log has no days");
        }
        return busy;
    }
}
