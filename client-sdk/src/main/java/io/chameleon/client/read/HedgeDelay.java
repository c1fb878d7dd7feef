package io.chameleon.client.read;

import java.time.Duration;
import java.util.Arrays;

/**
 * How long to wait for a fragment before another server is asked as well: the 95th percentile of the last 128 answers, so that
 * about one request in twenty is sent twice; a fixed time until 32 answers are known (Dean and Barroso, The Tail at Scale, 2013).
 */
public final class HedgeDelay {
    private static final int WINDOW = 128;
    private static final int ENOUGH = 32;
    private static final int RENEW_EVERY = 16;
    private static final double QUANTILE = 0.95;
    /** Below this, a second request costs more than it saves. */
    private static final long LEAST_NANOS = 2_000_000;

    private final long[] latencies = new long[WINDOW];
    private long count;
    private volatile long delayNanos;

    public HedgeDelay(Duration initial) {
        delayNanos = initial.toNanos();
    }

    public Duration get() {
        return Duration.ofNanos(delayNanos);
    }

    /** A fragment came after {@code nanos}, or was given up after that time because another came first. */
    public synchronized void record(long nanos) {
        latencies[(int) (count++ % WINDOW)] = nanos;
        if (count >= ENOUGH && count % RENEW_EVERY == 0) {
            long[] sorted = Arrays.copyOf(latencies, (int) Math.min(count, WINDOW));
            Arrays.sort(sorted);
            delayNanos = Math.max(LEAST_NANOS, sorted[(int) (sorted.length * QUANTILE)]);
        }
    }
}
