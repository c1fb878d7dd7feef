package io.chameleon.cli.soak;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import java.time.Duration;

/**
 * What a soak does.
 *
 * @param bucket in which it writes, under keys that begin with {@code seed-}
 * @param objects written again and again, four fifths of the time one fifth of them
 * @param maxBytes of an object; sizes are uniform from 1
 * @param threads each with objects of its own
 * @param rate operations a second of all threads together; 0 for as fast as possible
 * @param duration of the writing
 * @param settle how long the cluster may take at the end until everything can be read
 * @param keep whether the objects stay
 * @param seed of everything that is left to chance
 */
public record SoakConfig(
        String bucket,
        int objects,
        int maxBytes,
        int threads,
        int rate,
        Duration duration,
        Duration settle,
        boolean keep,
        long seed) {
    public SoakConfig {
        ObjectId.requireBucket(bucket);
        Require.that(objects >= 1 && objects <= 1_000_000, "--objects", objects, "1 to 1000000");
        Require.that(maxBytes >= 1 && maxBytes <= 1 << 30, "--max-bytes", maxBytes, "1 to 1GiB");
        Require.that(threads >= 1 && threads <= 256, "--threads", threads, "1 to 256");
        Require.that(objects >= threads, "--objects", objects, "at least one for each thread, " + threads);
        Require.that(rate >= 0, "--rate", rate, "0 (as fast as it goes) or more");
        Require.that(!duration.isNegative() && !duration.isZero(), "--duration", duration, "more than 0");
        Require.that(!settle.isNegative(), "--settle", settle, "0 or more");
    }

    String key(int thread, int number) {
        return prefix(thread) + number;
    }

    String prefix(int thread) {
        return "seed-" + seed + "/" + thread + "/";
    }

    /** Objects of one thread; the first threads have one more if the division leaves a remainder. */
    int objectsOf(int thread) {
        return objects / threads + (thread < objects % threads ? 1 : 0);
    }
}
