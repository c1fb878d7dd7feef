package io.chameleon.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Proves who made a write id. The low word of such an id is a digest of a key that only its maker can compute, from a secret which it
 * draws and keeps: whoever is told an id, as every reader is, cannot show its key, and whoever is shown the key of one id learns
 * nothing of another.
 *
 * <p>{@code key = SHA-256(secret, high)}, 16 bytes of it; {@code low = SHA-256(key, high)}, 8 bytes of it. To forge a key is to find a
 * preimage of 64 bits. One secret gives a high word one low word only: a maker whose clock is set back, and reads a time for the second
 * time, takes a new secret first. Safe from any thread; a call costs a digest or two of one block, below a microsecond.
 */
public final class WriteKeys {
    /** Length of a key. */
    public static final int BYTES = 16;

    private static final int SECRET_BYTES = 32;
    /** How many secrets are kept: the ids of older ones are the reconciler's to collect, as those of a client that died. */
    private static final int SECRETS = 16;

    private final RandomGenerator random;
    /** Newest first, never empty. */
    private volatile List<byte[]> secrets = List.of();

    /** @param random for the secrets: one that nobody can predict, and no two makers of ids alike */
    public WriteKeys(RandomGenerator random) {
        this.random = random;
        renew();
    }

    /** The key of an id that was made with one of these secrets; for any other id it proves nothing. */
    public byte[] keyOf(WriteId id) {
        List<byte[]> all = secrets;
        for (byte[] secret : all) {
            byte[] key = key(secret, id.high());
            if (proves(key, id)) {
                return key;
            }
        }
        return key(all.get(0), id.high());
    }

    /** The low word of the next id with this high word. */
    long low(long high) {
        return low(key(secrets.get(0), high), high);
    }

    /** Makes ids with high words that were used before differ from those; their keys are kept. */
    synchronized void renew() {
        ByteBuffer drawn = ByteBuffer.allocate(SECRET_BYTES);
        while (drawn.hasRemaining()) {
            drawn.putLong(random.nextLong());
        }
        secrets = Stream.concat(Stream.of(drawn.array()), secrets.stream())
                .limit(SECRETS)
                .toList();
    }

    /** Whether this is the key of that id. */
    public static boolean proves(byte[] key, WriteId id) {
        return key.length == BYTES && low(key, id.high()) == id.low();
    }

    private static byte[] key(byte[] secret, long high) {
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
