package io.chameleon.core;

import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * Makes write ids that rise within one generator even when its clock stands still or steps back; between generators the 64
 * random bits keep them apart. Safe from any thread.
 */
public final class WriteIds {
    private static final int COUNTERS = 1 << 16;

    private final InstantSource clock;
    private final RandomGenerator random;
    private long lastMillis;
    private int counter;

    public WriteIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
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
        return WriteId.of(lastMillis, counter, random.nextLong());
    }
}
