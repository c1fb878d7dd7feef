package io.chameleon.policy.draft;

import java.util.Locale;

/** Formats numbers for people, in the reasons of a plan. */
public final class Reasons {
    private Reasons() {}

    /** {@code 256}, not {@code 256.0}; all digits of 0.05. */
    public static String exact(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
