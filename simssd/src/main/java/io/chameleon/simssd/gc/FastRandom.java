package io.chameleon.simssd.gc;

/**
 * SplitMix64 (Steele, Lea, Flood 2014): a few cycles per draw, no allocation, the same draws for the same seed. One
 * thread at a time.
 */
public final class FastRandom {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    public FastRandom(long seed) {
        state = seed;
    }

    /**
     * Uniform in {@code [0, bound)}; {@code bound > 0}. Bias below bound / 2^64: a multiplication replaces the
     * division.
     */
    public int nextInt(int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }

    private long next() {
        state += GOLDEN_GAMMA;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
