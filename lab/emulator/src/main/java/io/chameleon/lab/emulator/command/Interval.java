package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;

/**
 * A mean over seeds with the 95 % interval of Student's t.
 *
 * @param halfWidth half of the interval; NaN for a single value, which says nothing about others
 * @param count values
 */
public record Interval(double mean, double halfWidth, int count) {
    /** t at 0.975 for 1 to 30 degrees of freedom. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    /** The same of the normal distribution. */
    private static final double Z = 1.959964;

    public static Interval of(double... values) {
        int n = values.length;
        Require.that(n >= 1, "values of an interval", n, "1 or more");
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / n;
        if (n == 1) {
            return new Interval(mean, Double.NaN, 1);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Interval(mean, t(n - 1) * Math.sqrt(squares / (n - 1) / n), n);
    }

    /** Beyond the table, the first terms of t's expansion in 1 / degrees: accurate to 0.001. */
    static double t(int degrees) {
        return degrees <= T.length ? T[degrees - 1] : Z + (Z * Z * Z + Z) / (4.0 * degrees);
    }

    public boolean isKnown() {
        return !Double.isNaN(halfWidth);
    }

    public double low() {
        return isKnown() ? mean - halfWidth : mean;
    }

    public double high() {
        return isKnown() ? mean + halfWidth : mean;
    }
}
