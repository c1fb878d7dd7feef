package io.chameleon.simssd;

/** One line for a bad value: what, its value, what was expected. */
public final class Check {
    private Check() {}

    public static void that(boolean condition, String what, Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }
}
