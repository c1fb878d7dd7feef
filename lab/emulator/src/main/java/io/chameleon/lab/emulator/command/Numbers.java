package io.chameleon.lab.emulator.command;

import java.util.Locale;

/** Numbers as tables show them. */
public final class Numbers {
    private Numbers() {}

    public static String of(double value, int digits) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + digits + "f", value) : "-";
    }

    /** {@code 12.3 ± 0.4}, or the mean alone if the interval is unknown. */
    public static String of(Interval interval, int digits) {
        String mean = of(interval.mean(), digits);
        return interval.isKnown() ? mean + " ± " + of(interval.halfWidth(), digits) : mean;
    }

    /** {@code -52.1 %}. */
    public static String percent(double change) {
        return Double.isFinite(change) ? String.format(Locale.ROOT, "%+.1f %%", change) : "-";
    }

    /** {@code -52.1 ± 3.0 %}. */
    public static String percent(Interval change) {
        return change.isKnown()
                ? String.format(Locale.ROOT, "%+.1f ± %.1f %%", change.mean(), change.halfWidth())
                : percent(change.mean());
    }

    /** How far {@code value} is from {@code reference}, percent; NaN without a reference. */
    public static double change(double value, double reference) {
        return reference == 0 ? Double.NaN : (value / reference - 1) * 100;
    }
}
