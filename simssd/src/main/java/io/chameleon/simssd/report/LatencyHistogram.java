package io.chameleon.simssd.report;

/**
 * Counts durations in buckets that widen with the value: 16 per power of two, so a bucket's edge is at most 1/16 off.
 */
public final class LatencyHistogram {
    private static final int SUB_BITS = 4;
    private static final int SUB = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUB];
    private long count;
    private long sum;
    private long max;

    public void record(long nanos) {
        counts[bucket(nanos)]++;
        count++;
        sum += nanos;
        max = Math.max(max, nanos);
    }

    public WearStatistics.LatencySummary summary() {
        double mean = count == 0 ? 0 : sum / 1e3 / count;
        return new WearStatistics.LatencySummary(count, mean, percentile(0.99) / 1e3, max / 1e3);
    }

    /** Upper edge of the bucket at which the share {@code quantile} of all values is reached. */
    private long percentile(double quantile) {
        long rank = (long) Math.ceil(count * quantile);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank) {
                return Math.min(max, upperEdge(bucket));
            }
        }
        return max;
    }

    /** Values below 16 have a bucket each; above, the exponent and the next four bits select it. */
    static int bucket(long value) {
        if (value < SUB) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(value) - SUB_BITS;
        return (shift << SUB_BITS) + (int) (value >>> shift);
    }

    static long upperEdge(int bucket) {
        if (bucket < SUB) {
            return bucket;
        }
        int shift = (bucket >> SUB_BITS) - 1;
        long low = (long) ((bucket & (SUB - 1)) + SUB) << shift;
        return low + (1L << shift) - 1;
    }
}
