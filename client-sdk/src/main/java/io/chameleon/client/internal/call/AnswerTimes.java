package io.chameleon.client.internal.call;

import java.util.Arrays;

/** The last answers of one kind, and the delay derived from them. */
final class AnswerTimes {
    /** No answer came. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int WINDOW = 256;
    private static final int ENOUGH = 32;
    private static final int RENEW_EVERY = 16;
    private static final double QUANTILE = 0.98;
    /** Waiting longer than that for an answer that may never come does not help. */
    private static final int MOST_MEDIANS = 8;
    /** Below this, a second request costs more than it saves. */
    private static final long LEAST_NANOS = 2_000_000;

    private final long[] nanos = new long[WINDOW];
    private long count;
    private volatile long delayNanos;

    AnswerTimes(long initialNanos) {
        delayNanos = initialNanos;
    }

    long delayNanos() {
        return delayNanos;
    }

    synchronized void record(long answerNanos) {
        nanos[(int) (count++ % WINDOW)] = answerNanos;
        if (count >= ENOUGH && count % RENEW_EVERY == 0) {
            renew();
        }
    }

    /** If most answers never came, the delay stays as it was. */
    private void renew() {
        long[] sorted = Arrays.copyOf(nanos, (int) Math.min(count, WINDOW));
        Arrays.sort(sorted);
        long median = sorted[sorted.length / 2];
        if (median != NEVER) {
            long late = sorted[(int) (sorted.length * QUANTILE)];
            delayNanos = Math.max(LEAST_NANOS, late == NEVER ? MOST_MEDIANS * median : late);
        }
    }
}
