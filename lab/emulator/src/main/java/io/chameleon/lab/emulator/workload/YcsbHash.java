package io.chameleon.lab.emulator.workload;

/** The hash with which YCSB scatters ranks over the keys. */
public final class YcsbHash {
    private YcsbHash() {}

    /** FNV-1a, 64 bits, of the eight bytes of a number, the lowest first. */
    public static long fnv64(long value) {
        long hash = 0xCBF29CE484222325L;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ (value >>> shift & 0xff)) * 1099511628211L;
        }
        return hash;
    }
}
