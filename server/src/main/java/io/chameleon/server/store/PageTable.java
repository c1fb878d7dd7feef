package io.chameleon.server.store;

import io.chameleon.core.Require;
import java.util.BitSet;

/**
 * The logical pages of the device as chains, one per fragment and one of free pages, in a single {@code int} per page (the
 * shape of a file allocation table). A device of 64 GiB costs 64 MiB.
 *
 * <p>Allocate and release cost O(pages moved) and allocate nothing. Not safe for concurrent use.
 */
final class PageTable {
    static final int END = -1;

    private final int[] next;
    private int firstFree = END;
    private int free;

    /** A table none of whose pages is free yet. */
    PageTable(int pages) {
        next = new int[pages];
    }

    /** Frees every page outside {@code used}, which holds the pages of the chains made so far. Once, before any allocation. */
    void freeAllBut(BitSet used) {
        for (int page = used.previousClearBit(next.length - 1); page >= 0; page = used.previousClearBit(page - 1)) {
            next[page] = firstFree;
            firstFree = page;
            free++;
        }
    }

    int capacity() {
        return next.length;
    }

    int free() {
        return free;
    }

    /** Takes {@code count} free pages and returns them in the order of their chain; there must be as many. */
    int[] allocate(int count) {
        Require.that(count > 0 && count <= free, "pages to allocate", count, "1 to " + free);
        int[] pages = chain(firstFree, count);
        int last = pages[count - 1];
        firstFree = next[last];
        next[last] = END;
        free -= count;
        return pages;
    }

    /** Gives a whole chain back. */
    void release(int first) {
        int last = first;
        int pages = 1;
        while (next[last] != END) {
            last = next[last];
            pages++;
        }
        next[last] = firstFree;
        firstFree = first;
        free += pages;
    }

    /** Makes the given pages one chain in their order; they must be in no other. */
    void link(int[] pages) {
        for (int i = 0; i + 1 < pages.length; i++) {
            next[pages[i]] = pages[i + 1];
        }
        next[pages[pages.length - 1]] = END;
    }

    /** The first {@code count} pages of a chain. */
    int[] chain(int first, int count) {
        int[] pages = new int[count];
        int page = first;
        for (int i = 0; i < count; i++) {
            pages[i] = page;
            page = next[page];
        }
        return pages;
    }
}
