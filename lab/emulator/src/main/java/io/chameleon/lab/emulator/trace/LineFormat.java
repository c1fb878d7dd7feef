package io.chameleon.lab.emulator.trace;

import org.jspecify.annotations.Nullable;

/** Reads one kind of line. Stateless; {@link TraceLine} keeps what earlier lines established. */
interface LineFormat {
    /** The fields, as a header line names them. */
    String columns();

    /** Whether a line is of this kind by its shape; its values may still be bad. */
    boolean looksLike(TraceLine line);

    /**
     * The request of a line, or null if a line of this kind is not a request.
     *
     * @throws TraceException if the line is not of this kind
     */
    @Nullable
    TraceRequest parse(TraceLine line);
}
