package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.report.LatencyHistogram;
import java.util.SortedMap;
import java.util.TreeMap;

/** Latencies and hits of all days of one class. */
final class ClassTally {
    private static final int EXACT_KIB = 128;

    private final SortedMap<Integer, LatencyHistogram> readsBySize = new TreeMap<>();
    private long reads;
    private long readNanos;
    private long writes;
    private long writeNanos;
    private long dramPages;
    private long envmPages;
    private long flashPages;

    void read(long bytes, long nanos) {
        reads++;
        readNanos += nanos;
        readsBySize
                .computeIfAbsent(sizeClass(bytes), _ -> new LatencyHistogram())
                .record(nanos);
    }

    void write(long nanos) {
        writes++;
        writeNanos += nanos;
    }

    void hits(long dram, long envm, long flash) {
        dramPages += dram;
        envmPages += envm;
        flashPages += flash;
    }

    /** KiB, rounded up to a multiple of 4; beyond 128 to a power of two. */
    static int sizeClass(long bytes) {
        long kib = (bytes + 4_095) / 4_096 * 4;
        return (int) (kib <= EXACT_KIB ? Math.max(4, kib) : Long.highestOneBit(kib - 1) << 1);
    }

    SimulationReport.ClassReport report(
            int days, double safe, double critical, double envmBytes, double meanBytesAtRisk) {
        SortedMap<Integer, Double> p99 = new TreeMap<>();
        readsBySize.forEach(
                (size, histogram) -> p99.put(size, histogram.summary().p99Micros()));
        double pages = Math.max(1, dramPages + envmPages + flashPages);
        return new SimulationReport.ClassReport(
                days,
                reads == 0 ? 0 : readNanos / 1e3 / reads,
                writes == 0 ? 0 : writeNanos / 1e3 / writes,
                dramPages / pages,
                envmPages / pages,
                safe,
                critical,
                envmBytes,
                meanBytesAtRisk,
                p99);
    }
}
