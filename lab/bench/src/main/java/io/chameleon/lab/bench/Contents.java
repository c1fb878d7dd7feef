package io.chameleon.lab.bench;

import io.chameleon.client.ObjectSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Bytes to write: random, so that nothing on the way gains by compressing them. Safe from any thread. */
final class Contents {
    /** Larger objects are written and read as streams. */
    static final int LARGEST_IN_MEMORY = 16 << 20;

    private final byte[] block = new byte[LARGEST_IN_MEMORY];
    private final Map<Long, byte[]> kept = new HashMap<>();

    Contents(ObjectSizes sizes, long seed) {
        new SplittableRandom(seed).nextBytes(block);
        for (long size : sizes.values()) {
            if (size <= LARGEST_IN_MEMORY) {
                kept.put(size, Arrays.copyOf(block, (int) size));
            }
        }
    }

    ObjectSource of(long size) {
        if (size > LARGEST_IN_MEMORY) {
            return ObjectSource.of(new RepeatedBlock(block, size), size);
        }
        byte[] content = kept.get(size);
        return ObjectSource.of(content != null ? content : Arrays.copyOf(block, (int) size));
    }
}
