package io.chameleon.transport.protocol;

import org.jspecify.annotations.Nullable;

/** Makes text that quotes a peer's bytes fit for one line of a log or an answer. */
public final class OneLine {
    static final int MAX_CHARS = 500;

    private OneLine() {}

    /** {@code text} without control characters and unpaired surrogates, cut to {@value #MAX_CHARS} code points. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "";
        }
        StringBuilder line = new StringBuilder(Math.min(text.length(), MAX_CHARS));
        text.codePoints().limit(MAX_CHARS).map(OneLine::printable).forEach(line::appendCodePoint);
        return line.toString();
    }

    private static int printable(int c) {
        boolean breaksLine = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
        boolean loneSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return breaksLine || loneSurrogate ? ' ' : c;
    }
}
