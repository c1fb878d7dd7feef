package io.chameleon.lab.common.linearizability;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionStack.Entry;
import java.util.List;

/**
 * One operation on one key of a bucket that keeps versions, as its client saw it. Each write and each delete marker has
 * a number of its own, above 0.
 *
 * @param number of the version or marker that it makes, or of the version that it read; 0 if it read none
 * @param target the version it is about, or {@link #NULL_VERSION}, or {@link #SOME_MARKER}; of a conditional write or
 *     marker the current version it asks for; 0 if there is no condition
 * @param listed what {@link Kind#LIST} found, the newest first
 * @param start before the call, in nanoseconds of one monotonic clock for all clients
 * @param end after the call; where the outcome is unknown, when at the latest it can have taken effect
 */
public record VersionOperation(
        Kind kind, long number, long target, List<Seen> listed, Outcome outcome, long start, long end)
        implements ModelCheck.Step<VersionStack> {
    /** The version called null, whichever that is. */
    public static final long NULL_VERSION = -1;
    /** A delete marker whose maker got no answer, so nobody knows which one it is. */
    public static final long SOME_MARKER = -2;

    /** The request. */
    public enum Kind {
        PUT,
        /** Put if there is no object, or only a marker on top. */
        CREATE,
        /** Put on condition of the current version. */
        REPLACE,
        /** Delete without a version: adds a marker. */
        MARK,
        /** Delete of one version for good. */
        REMOVE,
        /** As {@link #REMOVE}, but the answer does not tell whether the version was there. */
        ERASE,
        /** Read without a version. */
        READ,
        READ_VERSION,
        /** All versions of the key at one moment. */
        LIST,
        /** The bucket keeps versions from now on; a version called null stays. */
        ENABLE,
        /** From now on each write replaces the version called null. */
        SUSPEND
    }

    /**
     * A line of a listing.
     *
     * @param number 0 if it is a marker that nobody knows
     */
    public record Seen(long number, boolean isMarker, boolean isNull) {
        private boolean fits(Entry entry) {
            return isMarker == entry.isMarker()
                    && isNull == entry.isNull()
                    && (number == entry.number() || number == 0 && isMarker);
        }
    }

    public VersionOperation {
        listed = List.copyOf(listed);
    }

    @Override
    public boolean isCertain() {
        return outcome != Outcome.UNKNOWN;
    }

    @Override
    public boolean changes() {
        return switch (kind) {
            case READ, READ_VERSION, LIST -> false;
            default -> outcome != Outcome.REFUSED;
        };
    }

    @Override
    public List<VersionStack> apply(VersionStack state) {
        boolean refused = outcome == Outcome.REFUSED;
        return switch (kind) {
            case PUT -> List.of(state.push(number, false));
            case CREATE -> written(state, state.current() == Operation.ABSENT, refused);
            case REPLACE -> written(state, state.current() == target, refused);
            case MARK -> target == 0 || target == state.current() ? List.of(state.push(number, true)) : List.of();
            case REMOVE -> removed(state, refused);
            case ERASE -> erased(state);
            case READ -> only(state, state.current() == number);
            case READ_VERSION -> only(state, number == readable(state));
            case LIST -> only(state, isListed(state.entries()));
            case ENABLE -> List.of(new VersionStack(false, state.entries()));
            case SUSPEND -> List.of(new VersionStack(true, state.entries()));
        };
    }

    private static List<VersionStack> only(VersionStack state, boolean fits) {
        return fits ? List.of(state) : List.of();
    }

    private List<VersionStack> written(VersionStack state, boolean holds, boolean refused) {
        if (holds == refused) {
            return List.of();
        }
        return List.of(refused ? state : state.push(number, false));
    }

    /** One that nobody knows may be any marker, and may be gone already. */
    private List<VersionStack> removed(VersionStack state, boolean refused) {
        List<Entry> found = state.entries().stream().filter(this::isTarget).toList();
        if (refused) {
            return only(state, found.isEmpty() || target == SOME_MARKER);
        }
        return found.stream().map(state::without).toList();
    }

    private List<VersionStack> erased(VersionStack state) {
        List<VersionStack> without = removed(state, false);
        return without.isEmpty() ? List.of(state) : without;
    }

    private boolean isTarget(Entry entry) {
        if (target == SOME_MARKER) {
            return entry.isMarker() && !entry.isNull();
        }
        return target == NULL_VERSION ? entry.isNull() : entry.number() == target;
    }

    private long readable(VersionStack state) {
        return state.entries().stream()
                .filter(entry -> isTarget(entry) && !entry.isMarker())
                .mapToLong(Entry::number)
                .findFirst()
                .orElse(Operation.ABSENT);
    }

    private boolean isListed(List<Entry> entries) {
        if (entries.size() != listed.size()) {
            return false;
        }
        for (int i = 0; i < listed.size(); i++) {
            if (!listed.get(i).fits(entries.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** For people. */
    String describe() {
        return kind + (number == 0 ? "" : " " + number) + (target == 0 ? "" : " of " + target)
                + (kind == Kind.LIST
                        ? " " + listed.stream().map(VersionOperation::describe).toList()
                        : "")
                + " (" + outcome + ", " + start + " to " + end + " ns)";
    }

    private static String describe(Seen seen) {
        return (seen.isMarker ? "marker " : "")
                + (seen.number == 0 ? "?" : seen.number)
                + (seen.isNull ? " (null)" : "");
    }
}
