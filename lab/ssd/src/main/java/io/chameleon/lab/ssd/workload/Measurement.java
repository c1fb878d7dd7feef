package io.chameleon.lab.ssd.workload;

/**
 * A device in steady state.
 *
 * @param counts of the measured part alone
 * @param warmUpRequests page writes between the fill and the measured part
 * @param stationary whether write amplification became stationary in the warm-up; false if this was not checked
 * @param seconds real time of the measured part
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
