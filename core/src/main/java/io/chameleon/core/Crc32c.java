package io.chameleon.core;

/** CRC-32C of bytes that were checksummed in parts. */
public final class Crc32c {
    /** Castagnoli's polynomial, bits reversed. */
    private static final int POLYNOMIAL = 0x82F63B78;

    /** Row i advances a checksum past 2^i zero bytes: a matrix over GF(2). */
    private static final int[][] POWERS = powers();

    private Crc32c() {}

    /**
     * The checksum of two consecutive runs of bytes, from the checksum of each: the first is advanced past as many zero
     * bytes as the second is long. O(log {@code secondLength}), less than a microsecond.
     */
    public static int combine(int first, int second, long secondLength) {
        int carried = first;
        for (long left = secondLength; carried != 0 && left != 0; left &= left - 1) {
            carried = times(POWERS[Long.numberOfTrailingZeros(left)], carried);
        }
        return carried ^ second;
    }

    private static int[][] powers() {
        int[] bitwise = new int[Integer.SIZE];
        bitwise[0] = POLYNOMIAL;
        for (int bit = 1; bit < Integer.SIZE; bit++) {
            bitwise[bit] = 1 << (bit - 1);
        }
        int[][] powers = new int[Long.SIZE][];
        // Past 1 bit; three squarings make it a byte.
        powers[0] = squared(squared(squared(bitwise)));
        for (int i = 1; i < powers.length; i++) {
            powers[i] = squared(powers[i - 1]);
        }
        return powers;
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
