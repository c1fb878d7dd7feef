package io.chameleon.lab.emulator.workload;

/**
 * YCSB's zipfian ranks with theta 0.99. Rank 0 is the most popular. Mutable. Source: Gray et al., "Quickly Generating
 * Billion-Record Synthetic Databases", SIGMOD 1994, as YCSB's ZipfianGenerator has it: its approximation is part of the
 * benchmark, so an exact one would not do.
 */
public final class YcsbZipf {
    static final double THETA = 0.99;

    private static final double ALPHA = 1 / (1 - THETA);
    private static final double ZETA_2 = 1 + StrictMath.pow(0.5, THETA);

    private long items;
    private double zeta;
    private double eta;

    private YcsbZipf(long items, double zeta) {
        this.items = items;
        this.zeta = zeta;
        settle();
    }

    /** Over as many items; costs as many steps. */
    public static YcsbZipf over(int items) {
        YcsbZipf ranks = new YcsbZipf(0, 0);
        ranks.growTo(items);
        return ranks;
    }

    /** The item space of ScrambledZipfianGenerator, 10^10, with the zeta that YCSB ships for it. */
    public static YcsbZipf scrambled() {
        return new YcsbZipf(10_000_000_000L, 26.46902820178302);
    }

    /** Items are only ever added; each costs a step. */
    public void growTo(int count) {
        if (count > items) {
            while (items < count) {
                items++;
                zeta += 1 / StrictMath.pow(items, THETA);
            }
            settle();
        }
    }

    private void settle() {
        eta = (1 - StrictMath.pow(2.0 / items, 1 - THETA)) / (1 - ZETA_2 / zeta);
    }

    /** @param uniform at least 0, below 1 */
    public long rank(double uniform) {
        double at = uniform * zeta;
        if (at < 1.0) {
            return 0;
        }
        if (at < ZETA_2) {
            return 1;
        }
        return (long) (items * toAlpha(eta * uniform - eta + 1));
    }

    /**
     * {@code x} to the power of ALPHA, which is 100 less a rounding error, rounded correctly. The last bit decides the
     * rank, and libraries differ in it. So the power of 100 is computed by squaring in twice the precision, and the
     * error by its first order.
     */
    private static double toAlpha(double x) {
        double[] square = {x, 0};
        double[] power = {1, 0};
        for (int bits = 100; bits > 0; bits >>= 1) {
            if ((bits & 1) == 1) {
                power = product(power, square);
            }
            square = product(square, square);
        }
        return power[0] + (power[1] + power[0] * ((ALPHA - 100) * StrictMath.log(x)));
    }

    /** Of two numbers, each the sum of a double and a small rest. */
    private static double[] product(double[] a, double[] b) {
        double high = a[0] * b[0];
        double low = Math.fma(a[0], b[0], -high) + (a[0] * b[1] + a[1] * b[0]);
        double sum = high + low;
        return new double[] {sum, low - (sum - high)};
    }
}
