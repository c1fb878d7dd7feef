package io.chameleon.lab.chaos.history;

import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation.Kind;
import java.util.List;

/**
 * One operation on one key of a bucket that keeps versions, as a client saw it that knows versions by their ids.
 *
 * @param number of the version or marker that it makes, or of the version that it read; 0 if it read none
 * @param replaces number of the version that a {@link Kind#REPLACE} asks for, else 0
 * @param version the id of what it made, read or was about; "" if that is not known
 * @param listed what a {@link Kind#LIST} found, the newest first
 * @param outcome never {@link Outcome#FAILED}: what certainly did not happen is no call
 * @param start before the call, in nanoseconds of one monotonic clock for all clients
 * @param end after the call
 */
public record VersionedCall(
        Kind kind,
        long number,
        long replaces,
        String version,
        List<Line> listed,
        Outcome outcome,
        long start,
        long end) {
    /**
     * A line of a listing.
     *
     * @param number of a version; 0 of a delete marker, whose id alone says which it is
     */
    public record Line(String version, long number) {
        boolean isMarker() {
            return number == 0;
        }
    }

    public VersionedCall {
        listed = List.copyOf(listed);
    }

    boolean isAnswered() {
        return outcome != Outcome.UNKNOWN;
    }

    boolean isWrite() {
        return kind == Kind.PUT || kind == Kind.CREATE || kind == Kind.REPLACE;
    }
}
