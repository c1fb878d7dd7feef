package io.chameleon.core;

/** CRC-32C of bytes that were checksummed in parts. */
public final class Crc32c {
    /** Castagnoli's polynomial, bits reversed. */
    private static final int POLYNOMIAL = 0x82F63B78;

    private Crc32c() {}

    /**
     * The checksum of two consecutive runs of bytes, from the checksum of each. The first is advanced past as many zero
     * bytes as the second is long, by squaring the matrix over GF(2) that advances it past one bit. O(log
     * {@code secondLength}).
     */
    public static int combine(int first, int second, long secondLength) {
        int[] power = new int[Integer.SIZE];
        power[0] = POLYNOMIAL;
        for (int bit = 1; bit < Integer.SIZE; bit++) {
            power[bit] = 1 << (bit - 1);
        }
        // Now past 1 bit; three squarings make it a byte.
        power = squared(squared(squared(power)));
        int carried = first;
        for (long left = secondLength; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                carried = times(power, carried);
            }
            power = squared(power);
        }
        return carried ^ second;
    }

    private static int[] squared(int[] matrix) {
        int[] square = new int[Integer.SIZE];
        for (int i = 0; i < Integer.SIZE; i++) {
            square[i] = times(matrix, matrix[i]);
        }
        return square;
    }

    private static int times(int[] matrix, int vector) {
        int sum = 0;
        for (int i = 0, left = vector; left != 0; i++, left >>>= 1) {
            if ((left & 1) != 0) {
                sum ^= matrix[i];
            }
        }
        return sum;
    }
}
