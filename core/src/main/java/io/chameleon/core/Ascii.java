package io.chameleon.core;

/** The characters allowed in names. Loops, not patterns: ids come with every message and row. */
final class Ascii {
    private Ascii() {}

    static boolean isLowerOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    static boolean isLetterOrDigit(char c) {
        return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLowerHex(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'f');
    }

    /** Whether the text begins with that many digits of a write id, a UUID or a hash. */
    static boolean startsWithLowerHex(String text, int digits) {
        boolean is = text.length() >= digits;
        for (int i = 0; is && i < digits; i++) {
            is = isLowerHex(text.charAt(i));
        }
        return is;
    }
}
