package io.chameleon.policy;

import java.util.Locale;

/** Numbers as people read them in the reasons of a plan. */
final class Reasons {
    private Reasons() {}

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
