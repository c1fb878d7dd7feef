package io.chameleon.simssd.envm;

/**
 * How much can be written back before the next request: the smoothed time between requests divided by the time of one
 * flash access (paper, Eq. 3 and 4).
 */
final class GapPredictor {
    /** The estimate and the latest gap count equally (section VI-A1). */
    static final double ALPHA = 0.5;

    private final long accessNanos;
    private double estimate;
    private long lastArrival;
    private boolean first = true;

    GapPredictor(long accessNanos) {
        this.accessNanos = accessNanos;
    }

    void arrived(long nowNanos) {
        if (!first) {
            long gap = Math.max(0, nowNanos - lastArrival);
            estimate = ALPHA * gap + (1 - ALPHA) * estimate;
        }
        first = false;
        lastArrival = nowNanos;
    }

    /** {@code WB_element}: elements that fit into the gap now expected. */
    int elements() {
        return (int) Math.min(Integer.MAX_VALUE, estimate / accessNanos);
    }
}
