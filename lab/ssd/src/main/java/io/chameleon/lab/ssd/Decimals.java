package io.chameleon.lab.ssd;

import java.util.Locale;

/** Numbers in the format of the tables. */
final class Decimals {
    private Decimals() {}

    static String of(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** How far {@code ours} is from {@code theirs}. */
    static double percent(double ours, double theirs) {
        return (ours / theirs - 1) * 100;
    }
}
