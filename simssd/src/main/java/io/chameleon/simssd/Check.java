package io.chameleon.simssd;

/** One line for a bad value: what, its value, what was expected. */
final class Check {
    private Check() {}

    static void that(boolean condition, String what, Object value, String expected) {
        if (!condition) {
            throw new IllegalArgumentException(what + ": '" + value + "' given, expected " + expected);
        }
    }
}
