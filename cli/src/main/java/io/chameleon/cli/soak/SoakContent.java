package io.chameleon.cli.soak;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Bytes that distinguish each version of each object from every other; regenerated for each comparison. The product may
 * not use the laboratory's {@code TracedContent}.
 */
record SoakContent(SoakConfig config) {
    private static final long KEY_FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final long VERSION_FACTOR = 0xC2B2_AE3D_27D4_EB4FL;

    byte[] of(KeyLedger key, long version) {
        long object = ((long) key.thread() << 32) | key.number();
        SplittableRandom random = new SplittableRandom(config.seed() + object * KEY_FACTOR + version * VERSION_FACTOR);
        byte[] bytes = new byte[1 + random.nextInt(config.maxBytes())];
        random.nextBytes(bytes);
        return bytes;
    }

    boolean isVersion(KeyLedger key, long version, byte[] stored) {
        return version != 0 && Arrays.equals(stored, of(key, version));
    }
}
