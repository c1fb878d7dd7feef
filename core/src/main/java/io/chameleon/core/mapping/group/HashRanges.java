package io.chameleon.core.mapping.group;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.placement.PlacementRing;

/**
 * Equal parts of the ring. Objects of one range lie between the same points of the ring, or nearly, so they begin in
 * one place or a few.
 *
 * @param count how many, a power of two, 1 to {@value #MOST}
 */
public record HashRanges(int count) {
    public static final int MOST = 1 << 20;

    /**
     * The ranges of a cluster's mapping table, the same in all of its processes: some hundred on each of a thousand
     * servers, and few enough for a plan to see all of them.
     */
    public static final HashRanges OF_OBJECTS = new HashRanges(1 << 14);

    public HashRanges {
        Require.that(
                count >= 1 && count <= MOST && Integer.bitCount(count) == 1,
                "hash ranges",
                count,
                "a power of two, 1 to " + MOST);
    }

    /** The range of an object, 0 to {@link #count} - 1. */
    public int of(ObjectId id) {
        return (int) (PlacementRing.position(id) >>> 1 >>> (Long.SIZE - 1 - Integer.numberOfTrailingZeros(count)));
    }
}
