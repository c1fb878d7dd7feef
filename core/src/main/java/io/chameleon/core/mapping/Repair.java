package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.List;

/**
 * The balancer's word that it has made an object whole, or moved some of its fragments: all fragments of {@code writeId} but those
 * of {@code missing} are durable on {@code live}, and have been read back.
 *
 * @param expectedVersion version of the row at the repair; a row that moved on keeps its place
 * @param live where the committed version is from now on, under its scheme
 * @param destination where the next write goes; equal to {@code live} in a stable state
 * @param missing indexes into {@code live} that are still missing
 * @param bytes of the fragments that were written
 * @param reason for the history, for an operator
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
