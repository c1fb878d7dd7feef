package io.chameleon.metadata.statement;

import org.jspecify.annotations.Nullable;

/** Bounds of ranges of text in the order of UTF-8 bytes, which equals that of the code points. */
public final class TextRange {
    /**
     * Part of a {@code where}, with one place, for the end of a range. A statement for both kinds would read on past
     * the end: what may be null is no bound of an index scan.
     */
    public static final String BELOW = "object_key < ?";

    /** As {@link #BELOW}, for a range without an end: the place gets null. */
    public static final String REST = "cast(? as text) is null";

    private TextRange() {}

    /** The smallest text above every text that starts with {@code prefix}; null if there is none. */
    public static @Nullable String successor(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                // Surrogates are not characters, and no text holds one alone.
                int next = last == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : last + 1;
                return prefix.substring(0, end) + Character.toString(next);
            }
        }
        return null;
    }

    /** The smallest key above {@code key}: keys hold no NUL. */
    static String next(String key) {
        return key + '\u0001';
    }
}
