package io.chameleon.lab.simulation.history;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.util.Locale;

/**
 * A client's operation on one key, and its answer. Values are numbers, each written at most once; 0 is "no object".
 *
 * @param value what was written or read
 * @param expected of {@link Kind#REPLACE}: the value that had to be there
 * @param begin when it was asked
 * @param end when it was answered; if the outcome is unknown, the latest time at which it can have taken effect
 */
public record Operation(Kind kind, long value, long expected, Outcome outcome, long begin, long end) {
    /** The request. */
    public enum Kind {
        WRITE,
        /** Writes if there is no object. */
        CREATE,
        /** Writes if there is the expected value. */
        REPLACE,
        DELETE,
        READ
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s %d%s %s [%.6fs, %.6fs]",
                kind,
                value,
                kind == Kind.REPLACE ? " for " + expected : "",
                outcome,
                begin / 1e9,
                end / 1e9);
    }
}
