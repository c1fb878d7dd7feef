package io.chameleon.lab.simulation.role;

import io.chameleon.core.bucket.BucketSchemes;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What clients ask for.
 *
 * @param keys objects
 * @param maxBytes largest object
 * @param meanPauseNanos between two operations of one client
 * @param ofVersioned schemes of the bucket that keeps versions, while it does
 */
public record WorkShape(int keys, int maxBytes, long meanPauseNanos, BucketSchemes ofVersioned) {
    private static final int AT_ONCE_IN = 3;

    /** A few keys get most of the operations. */
    String key(SplittableRandom chance) {
        return "k" + Math.min(chance.nextInt(keys), chance.nextInt(keys));
    }

    public List<String> allKeys() {
        return IntStream.range(0, keys).mapToObj(i -> "k" + i).toList();
    }

    int size(SplittableRandom chance) {
        return chance.nextInt(4) == 0 ? chance.nextInt(maxBytes) : chance.nextInt(600);
    }

    long pause(SplittableRandom chance) {
        return chance.nextInt(AT_ONCE_IN) == 0
                ? chance.nextLong(20_000_000)
                : (long) (-Math.log(1 - chance.nextDouble()) * meanPauseNanos * 1.5);
    }
}
