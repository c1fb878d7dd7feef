package io.chameleon.lab.chaos;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Lets the cluster serve a little between two kills, if it can within some seconds. On a machine too slow for the rate
 * of kills, everything would otherwise be killed again before it is ready, for ever, and a run with a number of
 * operations to reach would not end.
 */
final class Breather {
    static final int OPERATIONS = 25;
    static final Duration LIMIT = Duration.ofSeconds(10);

    private final LongSupplier acknowledged;
    private final LongSupplier nanoClock;
    private long acknowledgedThen;
    private long then;

    /** @param acknowledged operations since the beginning */
    Breather(LongSupplier acknowledged, LongSupplier nanoClock) {
        this.acknowledged = acknowledged;
        this.nanoClock = nanoClock;
        killed();
    }

    void killed() {
        acknowledgedThen = acknowledged.getAsLong();
        then = nanoClock.getAsLong();
    }

    /** Whether the next kill may come. */
    boolean isOver() {
        return acknowledged.getAsLong() - acknowledgedThen >= OPERATIONS
                || nanoClock.getAsLong() - then >= LIMIT.toNanos();
    }
}
