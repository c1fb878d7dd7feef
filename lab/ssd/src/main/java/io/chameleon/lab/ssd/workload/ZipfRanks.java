package io.chameleon.lab.ssd.workload;

import java.util.random.RandomGenerator;

/**
 * Zipf-distributed ranks without a table: rejection-inversion of Hörmann and Derflinger, <em>Rejection-inversion to
 * generate variates from monotone discrete distributions</em>, ACM TOMACS 6(3), 1996. Cost: O(1) per draw, fewer than
 * 1.2 trials on average.
 *
 * <p>Without a table, since a device has many pages; the emulator has others, which repeat the draws of Python and of
 * YCSB.
 */
final class ZipfRanks {
    private final int ranks;
    private final double exponent;
    private final RandomGenerator random;
    private final double areaFirst;
    private final double areaAll;
    private final double acceptAtOnce;

    ZipfRanks(int ranks, double exponent, RandomGenerator random) {
        this.ranks = ranks;
        this.exponent = exponent;
        this.random = random;
        areaFirst = area(1.5) - 1;
        areaAll = area(ranks + 0.5);
        acceptAtOnce = 2 - inverseArea(area(2.5) - density(2));
    }

    /** 1 to {@code ranks}; 1 is the most frequent. */
    int next() {
        while (true) {
            double u = areaAll + random.nextDouble() * (areaFirst - areaAll);
            double x = inverseArea(u);
            int rank = (int) Math.max(1, Math.min(ranks, Math.round(x)));
            if (rank - x <= acceptAtOnce || u >= area(rank + 0.5) - density(rank)) {
                return rank;
            }
        }
    }

    private double density(double x) {
        return Math.exp(-exponent * Math.log(x));
    }

    /** Integral of the density from 1 to x, {@code (x^(1-e) - 1) / (1 - e)}, also where e = 1. */
    private double area(double x) {
        double log = Math.log(x);
        double t = (1 - exponent) * log;
        return Math.abs(t) > 1e-8 ? Math.expm1(t) / t * log : log * (1 + t / 2);
    }

    private double inverseArea(double area) {
        double t = Math.max(-1, area * (1 - exponent));
        double factor = Math.abs(t) > 1e-8 ? Math.log1p(t) / t : 1 - t / 2;
        return Math.exp(factor * area);
    }
}
