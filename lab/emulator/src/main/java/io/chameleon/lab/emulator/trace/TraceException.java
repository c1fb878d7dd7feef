package io.chameleon.lab.emulator.trace;

import io.chameleon.core.error.Explained;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A trace that cannot be read, in one line: where, and what was expected. */
public final class TraceException extends RuntimeException implements Explained {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable BadLine badLine;

    /** Something is wrong with the file as a whole. */
    public TraceException(Path file, String problem) {
        super("trace " + file + ": " + problem);
        this.badLine = null;
    }

    /** There may be millions of bad lines, so none carries a stack trace. */
    TraceException(BadLine badLine) {
        super(badLine.toString(), null, false, false);
        this.badLine = badLine;
    }

    /** The line at fault; null if it is the file as a whole. */
    @Nullable
    BadLine badLine() {
        return badLine;
    }
}
