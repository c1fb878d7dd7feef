package io.chameleon.core;

/** The names that users may give to buckets. */
final class BucketName {
    static final String EXPECTED =
            "3 to 63 lower-case letters, digits, '.' or '-', starting and ending with a letter or digit";

    private static final int MIN_LENGTH = 3;
    private static final int MAX_LENGTH = 63;

    private BucketName() {}

    /** A loop, not a pattern: ids come with every message. */
    static boolean isValid(String name) {
        int length = name.length();
        boolean valid = length >= MIN_LENGTH
                && length <= MAX_LENGTH
                && Ascii.isLowerOrDigit(name.charAt(0))
                && Ascii.isLowerOrDigit(name.charAt(length - 1));
        for (int i = 1; valid && i < length - 1; i++) {
            char c = name.charAt(i);
            valid = Ascii.isLowerOrDigit(c) || c == '.' || c == '-';
        }
        return valid;
    }
}
