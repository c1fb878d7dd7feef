package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * The name of an object and how its segments are put together. It is stored beside some of the object's fragments, so
 * that the mapping can be rebuilt from flash servers alone (invariant 10 of docs/architecture.md).
 *
 * @param content with segments: an empty object, or one in pieces, has no fragments beside which a manifest could be
 *     stored
 * @param id of the object, also if this is a former version of it: the component's name that its row has then says
 *     nothing of the object
 * @param scheme that codes its segments
 * @param former whether it was a former version when this was written: then its bucket keeps versions
 */
public record Manifest(ObjectId id, ObjectContent content, RedundancyScheme scheme, boolean former) {
    public Manifest {
        Require.that(content.segments() > 0, "segments of " + id, content.segments(), "at least 1");
    }

    /** Of what no other version has replaced. */
    public Manifest(ObjectId id, ObjectContent content, RedundancyScheme scheme) {
        this(id, content, scheme, false);
    }

    /** The manifest of a row's committed version, where it is. */
    public static Manifest of(ObjectMapping row) {
        return of(row, row.live().scheme());
    }

    /** The manifest of a row's committed version, coded anew; under the name that clients know. */
    public static Manifest of(ObjectMapping row, RedundancyScheme scheme) {
        return new Manifest(
                Slices.whole(row.object()),
                row.content(),
                scheme,
                !row.versionOf().isEmpty());
    }

    /**
     * Whether the server of fragment {@code index} stores the manifest: the servers of the first fragment and of parity
     * do, one more than may be lost. None of these fragments is ever padding.
     */
    public static boolean isCarriedBy(RedundancyScheme scheme, int index) {
        return index == 0 || index >= scheme.dataFragments();
    }
}
