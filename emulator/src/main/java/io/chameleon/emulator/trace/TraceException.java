package io.chameleon.emulator.trace;

import java.nio.file.Path;

/** A trace that cannot be read, in one line: where, and what was expected. */
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TraceException(Path file, String problem) {
        super("trace " + file + ": " + problem);
    }

    TraceException(Path file, long line, String text, String expected) {
        super("trace " + file + ", line " + line + ": '" + abbreviated(text) + "' given, expected " + expected);
    }

    private static String abbreviated(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }
}
