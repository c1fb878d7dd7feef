package io.chameleon.lab.emulator.workload;

/**
 * The numbers of CPython's {@code random.Random(seed)}: Mersenne Twister MT19937 seeded with {@code init_by_array}, and
 * the methods of {@code Lib/random.py} (3.11) on top. The models draw from it so that they can be checked against
 * Python.
 *
 * <p>Source: Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8(1), 1998. Not safe from several threads.
 */
final class PythonRandom {
    private static final int WORDS = 624;
    private static final int MIDDLE = 397;
    private static final int UPPER = 0x80000000;
    private static final int LOWER = 0x7fffffff;
    private static final int MATRIX = 0x9908b0df;
    private static final double TAU = 2 * Math.PI;

    private final int[] state = new int[WORDS];
    private int next = WORDS;
    private double spareGauss = Double.NaN;

    PythonRandom(long seed) {
        // Python takes the magnitude of a negative seed; that of the least long is 2^63, its own bits
        long magnitude = Math.abs(seed);
        int low = (int) magnitude;
        int high = (int) (magnitude >>> 32);
        seed(high == 0 ? new int[] {low} : new int[] {low, high});
    }

    private void seed(int[] key) {
        state[0] = 19650218;
        for (int i = 1; i < WORDS; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
        int i = 1;
        for (int k = 0; k < WORDS; k++) {
            int j = k % key.length;
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1664525)) + key[j] + j;
            i = following(i);
        }
        for (int k = 1; k < WORDS; k++) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1566083941)) - i;
            i = following(i);
        }
        state[0] = UPPER;
    }

    private int following(int i) {
        if (i + 1 < WORDS) {
            return i + 1;
        }
        state[0] = state[WORDS - 1];
        return 1;
    }

    private int word() {
        if (next == WORDS) {
            twist();
            next = 0;
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    private void twist() {
        for (int i = 0; i < WORDS; i++) {
            int y = (state[i] & UPPER) | (state[i + 1 < WORDS ? i + 1 : 0] & LOWER);
            int from = i + MIDDLE < WORDS ? i + MIDDLE : i + MIDDLE - WORDS;
            state[i] = state[from] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : MATRIX);
        }
    }

    /** At least 0, below 1, in steps of 2^-53. */
    double random() {
        int high = word() >>> 5;
        int low = word() >>> 6;
        return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
    }

    /** From 0 to {@code bound}, exclusive; {@code bound} is at least 1. */
    int below(int bound) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int drawn = word() >>> (Integer.SIZE - bits);
        while (drawn >= bound) {
            drawn = word() >>> (Integer.SIZE - bits);
        }
        return drawn;
    }

    void shuffle(int[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = below(i + 1);
            int moved = values[i];
            values[i] = values[j];
            values[j] = moved;
        }
    }

    /** The numbers from 0 on, shuffled. */
    int[] permutation(int count) {
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = i;
        }
        shuffle(values);
        return values;
    }

    double gauss(double mean, double deviation) {
        double z = spareGauss;
        spareGauss = Double.NaN;
        if (Double.isNaN(z)) {
            double angle = random() * TAU;
            double radius = Math.sqrt(-2.0 * StrictMath.log(1.0 - random()));
            z = StrictMath.cos(angle) * radius;
            spareGauss = StrictMath.sin(angle) * radius;
        }
        return mean + z * deviation;
    }

    double exponential(double rate) {
        return -StrictMath.log(1.0 - random()) / rate;
    }
}
