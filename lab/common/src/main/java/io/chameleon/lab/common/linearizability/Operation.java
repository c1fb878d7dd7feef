package io.chameleon.lab.common.linearizability;

/**
 * One operation on one key, as its client saw it.
 *
 * @param value written or read; {@link #ABSENT} for a delete of either kind, or for a read that found nothing. No two
 *     writes share a value
 * @param expected what a conditional write asks for, {@link #ABSENT} for "nothing there"; 0 for other kinds
 * @param start before the call, in nanoseconds of one monotonic clock for all clients
 * @param end after the call; where the outcome is unknown, when at the latest it can have taken effect, {@link #NEVER}
 *     if it still may
 */
public record Operation(Kind kind, long value, long expected, Outcome outcome, long start, long end) {
    /** Value of a key that holds nothing. */
    public static final long ABSENT = 0;
    /** End of an operation of unknown outcome that may take effect at any time. */
    public static final long NEVER = Long.MAX_VALUE;

    /** The request. */
    public enum Kind {
        READ,
        /** Unconditional. */
        PUT,
        /** Put on condition of the current version. */
        REPLACE,
        DELETE,
        /** Delete whose answer does not tell whether there was anything. */
        CLEAR
    }

    /** The answer that the client got. */
    public enum Outcome {
        /** It happened. */
        DONE,
        /** It was answered and changed nothing: the condition did not hold, or there was nothing to delete. */
        REFUSED,
        /** An error that promises that nothing was written. */
        FAILED,
        /** No answer: it may happen at any time from its start to its end, or not at all. */
        UNKNOWN
    }

    public static Operation read(long value, long start, long end) {
        return new Operation(Kind.READ, value, ABSENT, Outcome.DONE, start, end);
    }

    public static Operation put(long value, Outcome outcome, long start, long end) {
        return new Operation(Kind.PUT, value, ABSENT, outcome, start, end);
    }

    public static Operation replace(long expected, long value, Outcome outcome, long start, long end) {
        return new Operation(Kind.REPLACE, value, expected, outcome, start, end);
    }

    public static Operation delete(Outcome outcome, long start, long end) {
        return new Operation(Kind.DELETE, ABSENT, ABSENT, outcome, start, end);
    }

    public static Operation clear(Outcome outcome, long start, long end) {
        return new Operation(Kind.CLEAR, ABSENT, ABSENT, outcome, start, end);
    }

    /** Whether it leaves nothing. */
    boolean isDelete() {
        return kind == Kind.DELETE || kind == Kind.CLEAR;
    }

    /** Whether the store has answered the request. */
    public boolean isAcknowledged() {
        return outcome == Outcome.DONE || outcome == Outcome.REFUSED;
    }

    /** The same, but without an end if its outcome is unknown. */
    public Operation openEnded() {
        return outcome == Outcome.UNKNOWN ? endingAt(NEVER) : this;
    }

    Operation endingAt(long time) {
        return new Operation(kind, value, expected, outcome, start, time);
    }

    /** The state after this operation on {@code state}; {@link KeyStates#IMPOSSIBLE} if it cannot happen there. */
    long apply(long state) {
        boolean fits = switch (kind) {
            case PUT, CLEAR -> true;
            case READ -> state == value;
            case REPLACE -> (state == expected) == (outcome != Outcome.REFUSED);
            case DELETE -> (state == ABSENT) == (outcome == Outcome.REFUSED);
        };
        if (!fits) {
            return KeyStates.IMPOSSIBLE;
        }
        return changes() ? value : state;
    }

    /** Whether it changes what the key holds, if it happens. */
    boolean changes() {
        return kind != Kind.READ && outcome != Outcome.REFUSED;
    }

    /** For people. */
    String describe() {
        String what = switch (kind) {
            case READ -> "read of " + name(value);
            case PUT -> "put of " + name(value);
            case REPLACE -> "put of " + name(value) + " if " + name(expected);
            case DELETE, CLEAR -> "delete";
        };
        return what + " (" + outcome + ", " + start + " to " + (outcome == Outcome.UNKNOWN ? "?" : end) + " ns)";
    }

    static String name(long value) {
        return value == ABSENT ? "nothing" : value == KeyStates.UNSEEN ? "a value nobody saw" : "value " + value;
    }
}
