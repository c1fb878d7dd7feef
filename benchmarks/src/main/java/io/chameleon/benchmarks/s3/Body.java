package io.chameleon.benchmarks.s3;

import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bytes to send: a window of noise that all bodies share.
 *
 * @param hash of them, in hex, or {@link Signer#UNSIGNED}
 */
record Body(int offset, int length, String hash) {
    static final int MOST = 16 << 20;
    static final Body NONE = new Body(0, 0, Signer.UNSIGNED);
    static final byte[] NOISE = new byte[MOST + (64 << 10)];

    private static final int KINDS = 8;
    private static final int STEP = (64 << 10) / KINDS;
    private static final ConcurrentHashMap<Body, Body> SIGNED = new ConcurrentHashMap<>();

    static {
        new SplittableRandom(7).nextBytes(NOISE);
    }

    /** One of a few of that length, so that hashing them costs the client nothing in the end. */
    static Body of(int length, boolean signed, SplittableRandom random) {
        Body plain = new Body(random.nextInt(KINDS) * STEP, length, Signer.UNSIGNED);
        return signed
                ? SIGNED.computeIfAbsent(
                        plain, body -> new Body(body.offset, length, Digests.hash(NOISE, body.offset, length)))
                : plain;
    }
}
