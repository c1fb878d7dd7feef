package io.chameleon.core;

/** The characters allowed in names. */
final class Ascii {
    private Ascii() {}

    static boolean isLowerOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    static boolean isLetterOrDigit(char c) {
        return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z');
    }
}
