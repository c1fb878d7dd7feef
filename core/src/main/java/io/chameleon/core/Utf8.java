package io.chameleon.core;

import java.nio.charset.StandardCharsets;

/** Text as every store sees it: bytes of UTF-8. */
public final class Utf8 {
    private Utf8() {}

    /**
     * Whether {@code text} survives storage unchanged: at most {@code maxBytes} of UTF-8, no NUL (PostgreSQL text
     * cannot hold it), no unpaired surrogate (it would be stored as '?', and two texts would become one).
     */
    public static boolean isStorable(String text, int maxBytes) {
        if (text.length() > maxBytes || text.indexOf('\0') >= 0) {
            return false;
        }
        return isAscii(text)
                || (StandardCharsets.UTF_8.newEncoder().canEncode(text)
                        && text.getBytes(StandardCharsets.UTF_8).length <= maxBytes);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7F) {
                return false;
            }
        }
        return true;
    }

    /**
     * Order of the UTF-8 bytes, which is the order of the code points and that of PostgreSQL's "C" collation.
     * {@link String#compareTo} differs: it puts supplementary characters (surrogate pairs) before U+E000 to U+FFFF.
     */
    public static int compare(String a, String b) {
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                return Integer.compare(rank(left), rank(right));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** A surrogate belongs to a code point above every other char. */
    private static int rank(char c) {
        return Character.isSurrogate(c) ? c + Character.MAX_VALUE : c;
    }
}
