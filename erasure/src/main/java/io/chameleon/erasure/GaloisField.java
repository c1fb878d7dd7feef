package io.chameleon.erasure;

/** GF(2^8) with polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11D), Backblaze's field. Elements are ints 0 … 255. */
final class GaloisField {
    static final int SIZE = 256;

    private static final int POLYNOMIAL = 0x11D;
    private static final byte[][] PRODUCTS = products();

    private GaloisField() {}

    static int multiply(int a, int b) {
        return PRODUCTS[a][b] & 0xFF;
    }

    /** The b with a · b = 1; a is not 0. */
    static int inverse(int a) {
        byte[] row = PRODUCTS[a];
        for (int b = 1; b < SIZE; b++) {
            if (row[b] == 1) {
                return b;
            }
        }
        throw new ArithmeticException("inverse in GF(256): '" + a + "' given, expected 1 … 255");
    }

    /** a to the power n, with 0^0 = 1. */
    static int power(int a, int n) {
        int result = 1;
        for (int i = 0; i < n; i++) {
            result = multiply(result, a);
        }
        return result;
    }

    private static byte[][] products() {
        byte[][] table = new byte[SIZE][SIZE];
        for (int a = 0; a < SIZE; a++) {
            for (int b = 0; b < SIZE; b++) {
                table[a][b] = (byte) shiftAndAdd(a, b);
            }
        }
        return table;
    }

    private static int shiftAndAdd(int a, int b) {
        int product = 0;
        int shifted = a;
        for (int bits = b; bits != 0; bits >>= 1) {
            product ^= (bits & 1) * shifted;
            shifted <<= 1;
            shifted ^= (shifted >> 8) * POLYNOMIAL;
        }
        return product;
    }
}
