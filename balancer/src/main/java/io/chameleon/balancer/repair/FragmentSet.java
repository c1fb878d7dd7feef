package io.chameleon.balancer.repair;

import io.chameleon.core.FragmentId;
import java.util.Arrays;

/**
 * Millions of fragments in eight bytes each: their 64-bit hashes. The chance of a false positive is that of two
 * fragments sharing a hash, one in 10^13 for a million. Add all, then ask.
 */
final class FragmentSet {
    private long[] hashes = new long[1_024];
    private int size;
    private boolean sorted = true;

    void add(FragmentId id) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        hashes[size++] = hash(id);
        sorted = false;
    }

    boolean contains(FragmentId id) {
        if (!sorted) {
            Arrays.sort(hashes, 0, size);
            sorted = true;
        }
        return Arrays.binarySearch(hashes, 0, size, hash(id)) >= 0;
    }

    private static long hash(FragmentId id) {
        long high = mix(id.writeId().high());
        long low = mix(high ^ id.writeId().low());
        return mix(low ^ ((long) id.segment() << Byte.SIZE | id.index()));
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
