package io.chameleon.simssd.report;

/** The latencies of a device as histograms. The caller holds the device's lock. */
public final class DeviceTimes {
    private final LatencyHistogram reads = new LatencyHistogram();
    private final LatencyHistogram writes = new LatencyHistogram();
    private final LatencyHistogram stalls = new LatencyHistogram();

    public void read(long nanos) {
        reads.record(nanos);
    }

    public void write(long nanos, long collectionNanos) {
        writes.record(nanos);
        if (collectionNanos > 0) {
            stalls.record(collectionNanos);
        }
    }

    public WearStatistics.LatencySummary writes() {
        return writes.summary();
    }

    public LatencyReport report() {
        return new LatencyReport(reads.summary(), writes.summary(), stalls.summary());
    }
}
