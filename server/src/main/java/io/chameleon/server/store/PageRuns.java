package io.chameleon.server.store;

import java.util.Arrays;

/**
 * The pages that a mount finds, as runs: consecutive logical pages that hold consecutive pages of one fragment. The
 * runs of a fragment form an unordered chain. A run costs 16 bytes; pages written together are one run, so there are
 * few.
 */
final class PageRuns {
    static final int END = -1;

    private int[] firstPage = new int[1_024];
    private int[] firstNumber = new int[1_024];
    private int[] length = new int[1_024];
    private int[] next = new int[1_024];
    private int size;

    /** Adds a run of one page in front of a chain, {@link #END} for a new one, and returns it. */
    int add(int page, int number, int chain) {
        if (size == firstPage.length) {
            int larger = size + (size >> 1);
            firstPage = Arrays.copyOf(firstPage, larger);
            firstNumber = Arrays.copyOf(firstNumber, larger);
            length = Arrays.copyOf(length, larger);
            next = Arrays.copyOf(next, larger);
        }
        firstPage[size] = page;
        firstNumber[size] = number;
        length[size] = 1;
        next[size] = chain;
        return size++;
    }

    /** Whether the page extended the run. */
    boolean extend(int run, int page, int number) {
        boolean fits = page == firstPage[run] + length[run] && number == firstNumber[run] + length[run];
        length[run] += fits ? 1 : 0;
        return fits;
    }

    /** The pages of a chain by their number, of {@code count}; {@link #END} for those missing. */
    int[] pages(int chain, int count) {
        int[] pages = new int[count];
        Arrays.fill(pages, END);
        for (int run = chain; run != END; run = next[run]) {
            for (int i = 0; i < length[run]; i++) {
                pages[firstNumber[run] + i] = firstPage[run] + i;
            }
        }
        return pages;
    }
}
