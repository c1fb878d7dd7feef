package io.chameleon.simssd;

/** Chooses the block that garbage collection empties. Knows the full blocks and how many live pages each holds. */
interface VictimSelector {
    int NONE = -1;

    /** A block has filled up and may be collected from now on. */
    void add(int block, int livePages);

    /** A page of the block died; blocks that were not added, or were selected since, are none of the selector's business. */
    void pageDied(int block, int livePages);

    /** Takes out the next victim. {@link #NONE} if collecting would gain nothing. */
    int select();
}
