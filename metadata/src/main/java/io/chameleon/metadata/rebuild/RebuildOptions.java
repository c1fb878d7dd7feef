package io.chameleon.metadata.rebuild;

import io.chameleon.core.Require;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the operator knows and the servers do not.
 *
 * @param lostServers how many servers' content is gone; if empty, that is unknown, and an unreadable version never
 *     gives way to an older one
 * @param writers by bucket, users besides the first who may have written to it
 * @param trustAll whether every user may have written to every bucket
 * @param dryRun whether nothing is placed
 */
public record RebuildOptions(
        OptionalInt lostServers, Map<String, Set<String>> writers, boolean trustAll, boolean dryRun) {
    /** Nothing is known. */
    public static final RebuildOptions DEFAULT = new RebuildOptions(OptionalInt.empty(), Map.of(), false, false);

    public RebuildOptions {
        Require.that(lostServers.orElse(0) >= 0, "lost servers", lostServers.orElse(0), "0 or more");
        writers = Map.copyOf(writers);
    }
}
