package io.chameleon.client.internal.call;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An instant after which no caller waits, by a clock that never steps.
 *
 * @param ticker nanoseconds since some start, as {@link System#nanoTime()}
 */
public record Deadline(LongSupplier ticker, long atNanos) {
    private static final Duration LEAST = Duration.ofMillis(1);

    public static Deadline after(LongSupplier ticker, Duration wait) {
        return new Deadline(ticker, ticker.getAsLong() + wait.toNanos());
    }

    /** Time left, negative once it has passed. */
    public Duration left() {
        return Duration.ofNanos(atNanos - ticker.getAsLong());
    }

    public boolean isPassed() {
        return left().compareTo(LEAST) < 0;
    }

    /** The wait, cut to what is left; never less than a millisecond. */
    public Duration atMost(Duration wait) {
        Duration left = left();
        Duration cut = wait.compareTo(left) < 0 ? wait : left;
        return cut.compareTo(LEAST) < 0 ? LEAST : cut;
    }
}
