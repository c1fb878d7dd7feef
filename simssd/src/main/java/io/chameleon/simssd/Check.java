package io.chameleon.simssd;

/** Formats a bad value as one line: what it is, its value, what was expected. */
public final class Check {
    private Check() {}

    public static void that(boolean condition, String what, Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }

    static void probability(String what, double value) {
        that(value >= 0 && value <= 1, what, value, "a probability, 0 to 1");
    }
}
