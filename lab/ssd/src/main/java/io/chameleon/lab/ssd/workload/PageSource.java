package io.chameleon.lab.ssd.workload;

/** An endless sequence of page writes. Not safe from several threads. */
public interface PageSource {
    /** Puts the logical pages of the next {@code count} writes into {@code pages[0]} to {@code pages[count - 1]}. */
    void next(int[] pages, int count);
}
