package io.chameleon.lab.chaos.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The bytes of each value: its number, its key, then noise of a length of its own, so that no two writes are alike and a mixture of
 * two is known for what it is. Mostly below 4 KiB, one in a hundred up to {@link #MAX_BYTES}.
 */
public final class Contents {
    /** Several segments for a client that cuts at 64 KiB. */
    public static final int MAX_BYTES = 200 << 10;

    private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;
    private static final int SMALL_BYTES = 4 << 10;
    private static final int MEDIUM_BYTES = 24 << 10;

    private final long seed;

    public Contents(long seed) {
        this.seed = seed;
    }

    /** @param value at least 1 */
    public byte[] of(int key, long value) {
        SplittableRandom noise = new SplittableRandom(seed ^ value * 0x9E37_79B9_7F4A_7C15L ^ (long) key << 40);
        byte[] bytes = new byte[length(noise)];
        noise.nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(value).putInt(key);
        return bytes;
    }

    private static int length(SplittableRandom random) {
        int kind = random.nextInt(100);
        int most = kind < 85 ? SMALL_BYTES : kind < 99 ? MEDIUM_BYTES : MAX_BYTES;
        return HEADER_BYTES + random.nextInt(most - HEADER_BYTES + 1);
    }

    /**
     * The value that these bytes are, every one of them.
     *
     * @throws DamagedException if they are none of this key's
     */
    public long value(int key, byte[] bytes) throws DamagedException {
        if (bytes.length < HEADER_BYTES) {
            throw new DamagedException(bytes.length + " bytes, fewer than any value has");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        long value = header.getLong();
        int owner = header.getInt();
        if (owner != key) {
            throw new DamagedException("value " + value + " of key " + owner);
        }
        int difference = Arrays.mismatch(bytes, of(key, value));
        if (difference >= 0) {
            throw new DamagedException("value " + value + " differs from what was written from byte " + difference
                    + " of " + bytes.length);
        }
        return value;
    }

    /** Bytes that nobody wrote. */
    public static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }
    }
}
