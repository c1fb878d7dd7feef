package io.chameleon.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Generates write ids. The ids of one generator rise even if its clock stands still or steps back a little; 64 random
 * bits keep the ids of different generators distinct. Safe from any thread.
 *
 * <p>A clock that steps back by more than {@link #MOST_LEAD} was wrong before, so ids follow it. They stay unique by
 * their random bits, which are redrawn or, with {@link WriteKeys}, come from a new secret. If ids kept rising instead,
 * this generator would date its writes in the future: the age rule of the grace period would not protect them, and
 * their leftovers would never be collected.
 */
public final class WriteIds {
    /** How far ids may run ahead of the clock to keep rising. */
    public static final Duration MOST_LEAD = Duration.ofSeconds(10);

    private static final int COUNTERS = 1 << 16;

    private final InstantSource clock;
    /** The low word for a high one. */
    private final LongUnaryOperator low;
    /** Runs before used high words can recur. */
    private final Runnable steppedBack;

    private long lastMillis;
    private int counter;

    /** For a process that need not prove that an id is its own. */
    public WriteIds(InstantSource clock, RandomGenerator random) {
        this(clock, high -> random.nextLong(), () -> {});
    }

    /** Ids whose keys are known to {@code keys}; flash servers ask users for these keys. */
    public WriteIds(InstantSource clock, WriteKeys keys) {
        this(clock, keys::low, keys::renew);
    }

    private WriteIds(InstantSource clock, LongUnaryOperator low, Runnable steppedBack) {
        this.clock = clock;
        this.low = low;
        this.steppedBack = steppedBack;
    }

    public synchronized WriteId next() {
        tick();
        return WriteId.of(lastMillis, counter, low);
    }

    /** The next one that may be the content id of this object: it names the object's {@link Slices slice}. */
    public synchronized WriteId next(ObjectId object) {
        int slice = Slices.of(object);
        tick();
        counter += (slice - counter) & (Slices.COUNT - 1);
        if (counter >= COUNTERS) {
            lastMillis++;
            counter = slice;
        }
        return WriteId.of(lastMillis, counter, low);
    }

    private void tick() {
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
    }
}
