package io.chameleon.core.placement;

import java.nio.charset.StandardCharsets;

/**
 * FNV-1a 64 over UTF-8 with MurmurHash3's 64-bit finaliser (Chameleon IV-A; reading 21). Raw FNV-1a places similar
 * names next to each other on the ring; it wore one server 176 times as much as another.
 */
public final class Fnv1a64 {
    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fnv1a64() {}

    public static long hash(String text) {
        return mix(raw(text.getBytes(StandardCharsets.UTF_8)));
    }

    static long raw(byte[] bytes) {
        long hash = OFFSET_BASIS;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xFF)) * PRIME;
        }
        return hash;
    }

    /** fmix64. */
    static long mix(long hash) {
        long h = hash;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
