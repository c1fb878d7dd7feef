package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * What an object is called and how its segments are put together. It lies beside some of the object's fragments, so that the mapping can
 * be rebuilt from flash servers alone (invariant 10 of docs/architecture.md).
 *
 * @param content with segments: an empty object, or one in chunks, has no fragments that anything could lie beside
 * @param scheme that its segments are coded by
 */
public record Manifest(ObjectId id, ObjectContent content, RedundancyScheme scheme) {
    public Manifest {
        Require.that(content.segments() > 0, "segments of " + id, content.segments(), "at least 1");
    }

    /** Of the committed version of a row. */
    public static Manifest of(ObjectMapping row) {
        return new Manifest(row.id(), row.content(), row.live().scheme());
    }

    /**
     * Whether the server of fragment {@code index} keeps the manifest: that of the first fragment and those of parity, one server more
     * than may be lost. None of them is ever padding.
     */
    public static boolean isCarriedBy(RedundancyScheme scheme, int index) {
        return index == 0 || index >= scheme.dataFragments();
    }
}
