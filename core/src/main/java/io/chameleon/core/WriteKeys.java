package io.chameleon.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Proves who made a write id. The low word of such an id is a digest of a key that only its maker can compute, from a secret which it
 * draws once and keeps: whoever is told an id, as every reader is, cannot show its key, and whoever is shown the key of one id learns
 * nothing of another.
 *
 * <p>{@code key = SHA-256(secret, high)}, 16 bytes of it; {@code low = SHA-256(key, high)}, 8 bytes of it. To forge a key is to find a
 * preimage of 64 bits. Immutable, safe from any thread; a call costs a digest or two of one block, below a microsecond.
 */
public final class WriteKeys {
    /** Length of a key. */
    public static final int BYTES = 16;

    private static final int SECRET_BYTES = 32;

    private final byte[] secret;

    /** @param random for the secret: one that nobody can predict, and no two makers of ids alike */
    public WriteKeys(RandomGenerator random) {
        ByteBuffer drawn = ByteBuffer.allocate(SECRET_BYTES);
        while (drawn.hasRemaining()) {
            drawn.putLong(random.nextLong());
        }
        secret = drawn.array();
    }

    /** The key of an id that was made with this secret; for any other id it proves nothing. */
    public byte[] keyOf(WriteId id) {
        return keyOf(id.high());
    }

    /** The low word of the id with this high word. */
    long low(long high) {
        return low(keyOf(high), high);
    }

    /** Whether this is the key of that id. */
    public static boolean proves(byte[] key, WriteId id) {
        return key.length == BYTES && low(key, id.high()) == id.low();
    }

    private byte[] keyOf(long high) {
        return Arrays.copyOf(digest(secret, high), BYTES);
    }

    private static long low(byte[] key, long high) {
        return ByteBuffer.wrap(digest(key, high)).getLong();
    }

    private static byte[] digest(byte[] prefix, long high) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(prefix);
            return sha256.digest(ByteBuffer.allocate(Long.BYTES).putLong(high).array());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
