package io.chameleon.lab.emulator.trace;

import org.jspecify.annotations.Nullable;

/** Reads one kind of line. Stateless; what earlier lines settled is in the {@link TraceLine}. */
interface LineFormat {
    /** The fields, as a header line names them. */
    String columns();

    /** Whether a line is of this kind by its shape; its values may be bad all the same. */
    boolean looksLike(TraceLine line);

    /**
     * The request of a line, or null if a line of this kind tells none.
     *
     * @throws TraceException if the line is none of this kind
     */
    @Nullable
    TraceRequest parse(TraceLine line);
}
