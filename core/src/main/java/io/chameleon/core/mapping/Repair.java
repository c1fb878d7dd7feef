package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.List;

/**
 * The balancer's statement that it has repaired an object or moved some of its fragments: all fragments of
 * {@code writeId} except {@code missing} are durable on {@code live}, and have been read back.
 *
 * @param expectedVersion version of the row at the repair; a row that has changed since stays as it is
 * @param live where the committed version is stored from now on, under its scheme
 * @param destination where the next write goes; equal to {@code live} in a stable state
 * @param missing indexes into {@code live} that are still missing
 * @param bytes of the fragments that were written
 * @param reason for the history, to be read by operators
 */
public record Repair(
        ObjectId id,
        WriteId writeId,
        long expectedVersion,
        Placement live,
        Placement destination,
        List<Integer> missing,
        long bytes,
        String reason) {
    public Repair {
        missing = List.copyOf(missing);
        Require.that(bytes >= 0, "bytes of the repair of " + id, bytes, "0 or more");
        Require.that(reason.indexOf('\0') < 0, "reason of the repair of " + id, "NUL", "no NUL");
        Require.that(
                missing.stream()
                        .allMatch(index -> index >= 0 && index < live.servers().size()),
                "missing fragments of " + id,
                missing,
                "indexes below " + live.servers().size());
    }
}
