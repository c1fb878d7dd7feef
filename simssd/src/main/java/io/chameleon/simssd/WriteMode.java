package io.chameleon.simssd;

/**
 * Which pages share a block: how host writes and garbage collection copies are spread over the write frontiers. A
 * block's label is the frontier it was last filled as.
 */
public enum WriteMode {
    /** One frontier for host writes and copies: the papers' plain page-mapped FTL, "swf". */
    SINGLE,
    /** Copies, which are colder than fresh writes, fill blocks of their own: the double write frontier, "dwf". */
    HOST_AND_COPIES,
    /** As {@link #HOST_AND_COPIES}, and hot host writes are separated from cold ones ({@link HeatSource}). */
    HOT_COLD_AND_COPIES,
    /**
     * A hot and a cold frontier. Copied pages stay in blocks of the victim's label, and blocks change sides as needed
     * ({@code dchoices-hcwf-swap}, section 2.2, GC reading 4).
     */
    HCWF,
    /**
     * As {@link #HCWF}, but if a victim of the other label does not fit into the other frontier, a second victim
     * changes sides with it, at no extra copies. This levels the wear (section 2.2, GC reading 5).
     */
    HCWF_SWAP,
    /**
     * Regions of rising temperature with a frontier each: a page overwritten while young moves up, one copied when old
     * moves down (Chiang, Lee, Chang 1999).
     */
    COLD;

    int frontiers(GarbageCollection collection) {
        return switch (this) {
            case SINGLE -> 1;
            case HOST_AND_COPIES, HCWF, HCWF_SWAP -> 2;
            case HOT_COLD_AND_COPIES -> 3;
            case COLD -> collection.temperatures();
        };
    }
}
