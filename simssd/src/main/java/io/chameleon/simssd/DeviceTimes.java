package io.chameleon.simssd;

/** The latencies of a device as histograms. The caller holds the device's lock. */
final class DeviceTimes {
    private final LatencyHistogram reads = new LatencyHistogram();
    private final LatencyHistogram writes = new LatencyHistogram();
    private final LatencyHistogram stalls = new LatencyHistogram();

    void read(long nanos) {
        reads.record(nanos);
    }

    void write(long nanos, long collectionNanos) {
        writes.record(nanos);
        if (collectionNanos > 0) {
            stalls.record(collectionNanos);
        }
    }

    WearStatistics.LatencySummary writes() {
        return writes.summary();
    }

    LatencyReport report() {
        return new LatencyReport(reads.summary(), writes.summary(), stalls.summary());
    }
}
