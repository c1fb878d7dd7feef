package io.chameleon.s3.body;

/**
 * Makes the CRC of two runs of bytes from the CRC of each, without the bytes: shifting the first by the length of the
 * second is a multiplication by a power of x, modulo the polynomial. After zlib's {@code crc32_combine}. For CRCs that
 * start with ones, end inverted, and take the lowest bit first.
 */
final class CrcCombiner {
    static final CrcCombiner CRC32 = new CrcCombiner(32, 0xEDB88320L);
    static final CrcCombiner CRC32C = new CrcCombiner(32, 0x82F63B78L);
    static final CrcCombiner CRC64NVME = new CrcCombiner(64, Crc64Nvme.POLYNOMIAL);

    /** The highest bit stands for the power 0 of x. */
    private final long one;

    private final long polynomial;
    /** The powers 1, 2, 4, 8 ... of x. */
    private final long[] squares = new long[64 + 3];

    private CrcCombiner(int bits, long polynomial) {
        this.one = 1L << bits - 1;
        this.polynomial = polynomial;
        long power = one >>> 1;
        for (int i = 0; i < squares.length; i++) {
            squares[i] = power;
            power = multiply(power, power);
        }
    }

    /**
     * The CRC of the whole.
     *
     * @param secondBytes how many bytes the second run has
     */
    long combine(long first, long second, long secondBytes) {
        long shift = one;
        for (int bit = 0; bit < Long.SIZE - 1; bit++) {
            if ((secondBytes >>> bit & 1) != 0) {
                shift = multiply(shift, squares[bit + 3]); // a byte is 2^3 bits
            }
        }
        return multiply(shift, first) ^ second;
    }

    private long multiply(long a, long b) {
        long product = 0;
        long factor = b;
        for (long bit = one; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= factor;
            }
            factor = (factor & 1) == 0 ? factor >>> 1 : factor >>> 1 ^ polynomial;
        }
        return product;
    }
}
