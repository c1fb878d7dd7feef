package io.chameleon.lab.common;

import io.chameleon.core.Require;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Bytes that say which write they are: their owner and value, then noise that depends on both, on the length and on a
 * seed. So no two writes are alike, a part of one or a mixture of two is known for what it is, and nothing is kept for
 * the check. Safe from any thread.
 */
public final class TracedContent {
    /** No content is shorter. */
    public static final int HEADER_BYTES = 2 * Long.BYTES;

    private static final long OWNER_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long VALUE_FACTOR = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long LENGTH_FACTOR = 0x1656_67B1_9E37_79F9L;

    private final long seed;

    public TracedContent(long seed) {
        this.seed = seed;
    }

    /** @param length at least {@link #HEADER_BYTES} */
    public byte[] of(long owner, long value, int length) {
        Require.that(length >= HEADER_BYTES, "length of a content", length, HEADER_BYTES + " or more bytes");
        byte[] bytes = new byte[length];
        new SplittableRandom(seed + owner * OWNER_FACTOR + value * VALUE_FACTOR + length * LENGTH_FACTOR)
                .nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(value).putLong(owner);
        return bytes;
    }

    /**
     * The value that these bytes are, every one of them.
     *
     * @throws DamagedException if they are none of this owner's
     */
    public long value(long owner, byte[] bytes) throws DamagedException {
        if (bytes.length < HEADER_BYTES) {
            throw new DamagedException(bytes.length + " bytes, fewer than any value has");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        long value = header.getLong();
        long written = header.getLong();
        if (written != owner) {
            throw new DamagedException("value " + value + " of key " + written);
        }
        int difference = Arrays.mismatch(bytes, of(owner, value, bytes.length));
        if (difference >= 0) {
            throw new DamagedException("value " + value + " differs from what was written from byte " + difference
                    + " of " + bytes.length);
        }
        return value;
    }
}
