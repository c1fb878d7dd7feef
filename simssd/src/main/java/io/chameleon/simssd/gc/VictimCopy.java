package io.chameleon.simssd.gc;

/**
 * Moves the live pages out of a victim and passes the emptied block to the pool. Reused from victim to victim:
 * {@code begin}, then {@code moveTo} until nothing remains, then {@code end}.
 */
interface VictimCopy {
    void begin(int victim);

    /** Live pages not yet moved. */
    int remaining();

    /** Moves the next {@code pages} live pages, in order, to a frontier with room for them. */
    void moveTo(int frontier, int pages);

    void end();
}
