package io.chameleon.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Proves who created a write id. The low word of such an id is the digest of a key that only its creator can compute,
 * from a secret that it draws and keeps. A reader sees the id but cannot show its key, and a process that is shown the
 * key of one id learns nothing about another.
 *
 * <p>{@code key = SHA-256(secret, high)}, 16 bytes of it; {@code low = SHA-256(key, high)}, 8 bytes of it. To forge a
 * key is to find a preimage of 64 bits. One secret gives a high word only one low word: if the creator's clock is set
 * back and reads the same time again, it draws a new secret first. Safe from any thread; a call costs one or two
 * digests of one block, below a microsecond.
 */
public final class WriteKeys {
    /** Length of a key. */
    public static final int BYTES = 16;

    private static final int SECRET_BYTES = 32;
    /**
     * How many secrets are kept. The reconciler collects writes with ids of older ones, as those of a client that died.
     */
    private static final int SECRETS = 16;

    private final RandomGenerator random;
    /** Newest first, never empty. */
    private volatile List<byte[]> secrets = List.of();

    /** @param random for the secrets: unpredictable, and different for every creator of ids */
    public WriteKeys(RandomGenerator random) {
        this.random = random;
        renew();
    }

    /** The key of an id that was created with one of these secrets; for any other id it proves nothing. */
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

    /** Makes later ids with used high words differ from earlier ones; the keys of those are kept. */
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
        return Arrays.copyOf(Sha256.of(secret, Sha256.bytes(high)), BYTES);
    }

    private static long low(byte[] key, long high) {
        return ByteBuffer.wrap(Sha256.of(key, Sha256.bytes(high))).getLong();
    }
}
