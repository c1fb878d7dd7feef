package io.chameleon.simssd.envm;

/**
 * The media of a tier: carries out what {@link CacheTier} decides. A move that throws has not happened, and the tier's
 * state stays as it was before the move.
 */
public interface TierMedia {
    /**
     * Copies one page. The source keeps its content.
     *
     * @param slot DRAM frame or ENVM cell if {@code from} is one of these; otherwise 0
     * @param toSlot the same for {@code to}
     */
    void move(long page, Place from, int slot, Place to, int toSlot);

    /** The page in this cell is void: it must not come back after a restart. */
    default void clear(int cell) {}
}
