package io.chameleon.lab.chaos.load;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The keys that all clients share. Few are hot, and the hot ones change with time, so that objects keep changing their
 * redundancy.
 */
final class KeySpace {
    static final String BUCKET = "chaos";

    private static final long SHIFT_NANOS = 20_000_000_000L;
    private static final int SHIFTS = 16;
    /** Density of rank r falls as r^(1/POWER - 1). */
    private static final double POWER = 3;

    /** A version whose entity tag is known. */
    record Version(long value, String entityTag) {}

    private final int keys;
    private final AtomicReferenceArray<@Nullable Version> newest;
    private final long start = System.nanoTime();

    KeySpace(int keys) {
        this.keys = keys;
        newest = new AtomicReferenceArray<>(keys);
    }

    static String name(int key) {
        return String.format(Locale.ROOT, "key-%05d", key);
    }

    int draw(RandomGenerator random) {
        int rank = (int) (keys * Math.pow(random.nextDouble(), POWER));
        long shift = (System.nanoTime() - start) / SHIFT_NANOS * Math.max(1, keys / SHIFTS);
        return Math.floorMod(rank + shift, keys);
    }

    /** The version written last as far as any client was told; null if none. */
    @Nullable
    Version newest(int key) {
        return newest.get(key);
    }

    void wrote(int key, Version version) {
        newest.set(key, version);
    }
}
