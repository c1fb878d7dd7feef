package io.chameleon.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Makes write ids that rise within one generator even when its clock stands still or steps back a little; between generators the 64
 * random bits keep them apart. Safe from any thread.
 *
 * <p>A clock that steps back by more than {@link #MOST_LEAD} was wrong before: ids follow it, and stay unique by their random bits, which
 * are drawn anew or, of {@link WriteKeys}, come from a new secret. Were they to go on rising, everything this generator names would be dated in the future, where the age rule of the grace period does not
 * protect it and nobody collects what it leaves behind.
 */
public final class WriteIds {
    /** How far ids may be ahead of the clock, to go on rising. */
    public static final Duration MOST_LEAD = Duration.ofSeconds(10);

    private static final int COUNTERS = 1 << 16;

    private final InstantSource clock;
    /** The low word to a high one. */
    private final LongUnaryOperator low;
    /** Run before high words that were used can come again. */
    private final Runnable steppedBack;

    private long lastMillis;
    private int counter;

    /** Of a process that need not prove that an id is its own. */
    public WriteIds(InstantSource clock, RandomGenerator random) {
        this(clock, high -> random.nextLong(), () -> {});
    }

    /** Ids to which {@code keys} has the keys, as flash servers ask users for them. */
    public WriteIds(InstantSource clock, WriteKeys keys) {
        this(clock, keys::low, keys::renew);
    }

    private WriteIds(InstantSource clock, LongUnaryOperator low, Runnable steppedBack) {
        this.clock = clock;
        this.low = low;
        this.steppedBack = steppedBack;
    }

    public synchronized WriteId next() {
        long now = clock.millis();
        boolean back = lastMillis - now > MOST_LEAD.toMillis();
        if (back) {
            steppedBack.run();
        }
        if (back || now > lastMillis) {
            lastMillis = now;
            counter = 0;
        } else if (++counter == COUNTERS) {
            lastMillis++;
            counter = 0;
        }
        return WriteId.of(lastMillis, counter, low);
    }
}
