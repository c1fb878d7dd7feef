package io.chameleon.simssd.workload;

/**
 * A device in steady state.
 *
 * @param counts of the measured part alone
 * @param warmUpRequests page writes between the fill and the measured part
 * @param stationary whether the warm-up saw write amplification come to rest; false if it was not asked to look
 * @param seconds the measured part took, real time
 * @param wear of the whole run, from the first write
 */
public record Measurement(Counts counts, long warmUpRequests, boolean stationary, double seconds, Lifetime.Point wear) {
    public double writeAmplification() {
        return counts.writeAmplification();
    }

    /** Pages programmed per second of real time, host writes and copies. */
    public double pageWritesPerSecond() {
        return (counts.hostWrites() + counts.copies()) / seconds;
    }
}
