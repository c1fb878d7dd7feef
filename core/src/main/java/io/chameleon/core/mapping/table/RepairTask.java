package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Set;

/**
 * An object whose fragments are to be repaired or moved.
 *
 * @param missing indexes into the live servers whose fragments are missing or damaged; empty if fragments only move
 * @param barred servers that may not take fragments of this write, because theirs were deleted lately or soon will be
 * @param sinceMillis when the damage was first seen, by the metadata service's clock
 * @param attempts how often its repair was postponed
 */
public record RepairTask(
        ObjectMapping row, List<Integer> missing, Set<ServerId> barred, long sinceMillis, int attempts) {
    public RepairTask {
        missing = List.copyOf(missing);
        barred = Set.copyOf(barred);
        int width = row.live().servers().size();
        Require.that(
                missing.stream().allMatch(index -> index >= 0 && index < width),
                "missing fragments of " + row.id(),
                missing,
                "indexes below " + width);
    }

    /** Fragments that may still be lost before the object is; negative if it cannot be read. */
    public int margin() {
        return margin(row, missing);
    }

    /** Bytes of the missing fragments. */
    public static long bytes(ObjectMapping row, List<Integer> missing) {
        return bytes(row.content(), row.live().scheme(), missing);
    }

    /** Bytes of the missing fragments. */
    public static long bytes(ObjectContent content, RedundancyScheme scheme, List<Integer> missing) {
        return missing.stream()
                .mapToLong(index -> content.fragmentBytes(scheme, index))
                .sum();
    }

    /** Fragments that may still be lost before the object is; negative if it cannot be read. */
    public static int margin(ObjectMapping row, List<Integer> missing) {
        return margin(row.content(), row.live().scheme(), missing);
    }

    /** Fragments that may still be lost before the object is; negative if it cannot be read. */
    public static int margin(ObjectContent content, RedundancyScheme scheme, List<Integer> missing) {
        return scheme.margin(missing.stream()
                .filter(index -> content.isStored(scheme, index))
                .toList());
    }
}
