package io.chameleon.lab.chaos.load;

import io.chameleon.lab.common.DamagedException;
import io.chameleon.lab.common.TracedContent;
import java.util.SplittableRandom;

/**
 * The bytes of each value, of a length of its own: mostly below 4 KiB, one in a hundred up to {@link #MAX_BYTES}. Some
 * values of very few keys are larger than a part of a multipart upload.
 */
public final class Contents {
    /** Several segments for a client that cuts at 64 KiB. */
    public static final int MAX_BYTES = 200 << 10;

    private static final int SMALL_BYTES = 4 << 10;
    private static final int MEDIUM_BYTES = 24 << 10;

    /** Keys with large values now and then: their versions must fit into the smallest cluster. */
    private static final int LARGE_KEYS = 3;

    private static final int LARGE_IN = 32;
    private static final int LARGE_BYTES = (5 << 20) + (100 << 10);

    private final long seed;
    private final TracedContent content;

    public Contents(long seed) {
        this.seed = seed;
        content = new TracedContent(seed);
    }

    /** @param value at least 1 */
    public byte[] of(int key, long value) {
        return key < LARGE_KEYS && value % LARGE_IN == 0 ? content.of(key, value, LARGE_BYTES) : small(key, value);
    }

    /** As {@link #of}, but never large. */
    byte[] small(int key, long value) {
        return content.of(
                key, value, length(new SplittableRandom(seed ^ value * 0x9E37_79B9_7F4A_7C15L ^ (long) key << 40)));
    }

    private static int length(SplittableRandom random) {
        int kind = random.nextInt(100);
        int most = kind < 85 ? SMALL_BYTES : kind < 99 ? MEDIUM_BYTES : MAX_BYTES;
        return TracedContent.HEADER_BYTES + random.nextInt(most - TracedContent.HEADER_BYTES + 1);
    }

    /**
     * The value that these bytes are, every one of them.
     *
     * @throws DamagedException if they are none of this key's
     */
    public long value(int key, byte[] bytes) throws DamagedException {
        return content.value(key, bytes);
    }
}
