package io.chameleon.lab.simulation.check;

/**
 * What a client asked of one key, and what it was told. Values are numbers, each written at most once; 0 is "no object".
 *
 * @param value what was written or read
 * @param expected of {@link Kind#REPLACE}: the value that had to be there
 * @param begin when it was asked
 * @param end when it was answered; where the outcome is unknown, when at the latest it can have taken effect
 */
public record Operation(Kind kind, long value, long expected, Outcome outcome, long begin, long end) {
    /** What is asked. */
    public enum Kind {
        WRITE,
        /** Writes if there is no object. */
        CREATE,
        /** Writes if there is the expected value. */
        REPLACE,
        DELETE,
        READ
    }

    /** What is known of it. */
    public enum Outcome {
        DONE,
        /** A condition did not hold, or there was nothing to delete. */
        REFUSED,
        /** It may have happened or not. */
        UNKNOWN
    }

    /** Whether it may happen while the object is {@code state}. */
    boolean fits(long state) {
        return switch (kind) {
            case READ -> state == value;
            case WRITE -> true;
            case CREATE -> (state == 0) != (outcome == Outcome.REFUSED);
            case REPLACE -> (state == expected) != (outcome == Outcome.REFUSED);
            case DELETE -> outcome == Outcome.UNKNOWN || (state != 0) != (outcome == Outcome.REFUSED);
        };
    }

    /** The object after it. */
    long apply(long state) {
        if (kind == Kind.READ || outcome == Outcome.REFUSED) {
            return state;
        }
        return kind == Kind.DELETE ? 0 : value;
    }

    @Override
    public String toString() {
        return "%s %d%s %s [%.6fs, %.6fs]"
                .formatted(
                        kind, value, kind == Kind.REPLACE ? " for " + expected : "", outcome, begin / 1e9, end / 1e9);
    }
}
