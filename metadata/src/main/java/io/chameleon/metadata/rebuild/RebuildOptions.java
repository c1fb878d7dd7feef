package io.chameleon.metadata.rebuild;

import io.chameleon.core.Require;
import java.util.HashSet;
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
 * @param keepVersions buckets that kept versions, besides those of which the database or a server says so
 * @param newestOnly buckets that kept none, whatever their older writes look like
 */
public record RebuildOptions(
        OptionalInt lostServers,
        Map<String, Set<String>> writers,
        boolean trustAll,
        boolean dryRun,
        Set<String> keepVersions,
        Set<String> newestOnly) {
    /** Nothing is known. */
    public static final RebuildOptions DEFAULT = new RebuildOptions(OptionalInt.empty(), Map.of(), false, false);

    public RebuildOptions {
        Require.that(lostServers.orElse(0) >= 0, "lost servers", lostServers.orElse(0), "0 or more");
        writers = Map.copyOf(writers);
        keepVersions = Set.copyOf(keepVersions);
        newestOnly = Set.copyOf(newestOnly);
        Set<String> both = new HashSet<>(keepVersions);
        both.retainAll(newestOnly);
        Require.that(both.isEmpty(), "buckets that kept versions, and none", both, "each in one of the two");
    }

    /** Of no bucket the operator knows whether it kept versions. */
    public RebuildOptions(OptionalInt lostServers, Map<String, Set<String>> writers, boolean trustAll, boolean dryRun) {
        this(lostServers, writers, trustAll, dryRun, Set.of(), Set.of());
    }

    /** With the operator's word on versions. */
    public RebuildOptions versions(Set<String> keep, Set<String> newest) {
        return new RebuildOptions(lostServers, writers, trustAll, dryRun, keep, newest);
    }
}
