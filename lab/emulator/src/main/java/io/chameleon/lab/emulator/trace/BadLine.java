package io.chameleon.lab.emulator.trace;

import java.nio.file.Path;

/**
 * A line of a trace that is not a request.
 *
 * @param line its number, from 1
 * @param text the beginning of it, without control characters
 * @param expected what would have been good
 */
public record BadLine(Path file, long line, String text, String expected) {
    private static final int MAX_SHOWN = 80;

    public BadLine {
        text = (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...").replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public String toString() {
        return "trace " + file + ", line " + line + ": '" + text + "' given, expected " + expected;
    }
}
