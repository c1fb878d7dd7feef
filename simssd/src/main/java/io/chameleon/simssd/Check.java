package io.chameleon.simssd;

/** Formats a bad value as one line: what it is, its value, what was expected. */
public final class Check {
    private Check() {}

    public static void that(boolean condition, String what, Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }

    /** As {@link #that}, but makes no string of a good value, since every page written or read comes here. */
    public static void atMost(long most, String what, long value) {
        if (value > most) {
            that(false, what, value, "at most " + most);
        }
    }

    /** As {@link #atMost}, of 0 to {@code size} - 1. */
    public static void index(long size, String what, long value) {
        if (value < 0 || value >= size) {
            that(false, what, value, "0 to " + (size - 1));
        }
    }

    static void probability(String what, double value) {
        that(value >= 0 && value <= 1, what, value, "a probability, 0 to 1");
    }
}
