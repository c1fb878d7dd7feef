package io.chameleon.cli;

import io.chameleon.core.Require;
import java.util.List;

/** Arguments as the JVM has read them from the bytes of the command line. */
final class Arguments {
    /** What stands for a byte that the locale has no character for. */
    private static final char UNREADABLE = '\uFFFD';

    private Arguments() {}

    /**
     * Two keys would be one otherwise: in the locale C each byte of a character beyond ASCII is read as the same.
     *
     * @param charset of the locale, as Java calls it
     * @throws IllegalArgumentException in one line if bytes of an argument could not be read
     */
    static void requireRead(List<String> arguments, String charset) {
        if (charset.equals("UTF-8")) {
            return;
        }
        for (String argument : arguments) {
            Require.that(
                    argument.indexOf(UNREADABLE) < 0,
                    "argument",
                    argument,
                    "characters of the locale's charset, " + charset + "; set LC_ALL=C.UTF-8");
        }
    }
}
