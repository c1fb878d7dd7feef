package io.chameleon.core;

import java.time.InstantSource;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Makes write ids that rise within one generator even when its clock stands still or steps back; between generators the 64
 * random bits keep them apart. Safe from any thread.
 */
public final class WriteIds {
    private static final int COUNTERS = 1 << 16;

    private final InstantSource clock;
    /** The low word to a high one. */
    private final LongUnaryOperator low;

    private long lastMillis;
    private int counter;

    /** Of a process that need not prove that an id is its own. */
    public WriteIds(InstantSource clock, RandomGenerator random) {
        this(clock, high -> random.nextLong());
    }

    /** Ids to which {@code keys} has the keys, as flash servers ask users for them. */
    public WriteIds(InstantSource clock, WriteKeys keys) {
        this(clock, keys::low);
    }

    private WriteIds(InstantSource clock, LongUnaryOperator low) {
        this.clock = clock;
        this.low = low;
    }

    public synchronized WriteId next() {
        long now = clock.millis();
        if (now > lastMillis) {
            lastMillis = now;
            counter = 0;
        } else if (++counter == COUNTERS) {
            lastMillis++;
            counter = 0;
        }
        return WriteId.of(lastMillis, counter, low);
    }
}
