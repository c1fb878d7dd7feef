package io.chameleon.server.store;

import io.chameleon.core.Require;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which logical pages of the device are free, and which belong to a fragment. A fragment gets consecutive pages if
 * there are enough, and then its first page and its length describe it. Only for one in pieces the pieces are kept,
 * under its first page.
 *
 * <p>Memory: a bit per page, and about 80 bytes plus 8 per piece for each fragment in pieces. Allocate and release cost
 * O(pages moved); a search for pages resumes where the last one ended. Not safe for concurrent use.
 */
final class PageTable {
    /** Rows tried for one that is long enough, before several are taken. */
    private static final int ROWS_TRIED = 64;

    private final int capacity;
    private final BitSet freePages;
    private final Map<Integer, int[]> piecesOf = new HashMap<>();
    private int free;
    private int cursor;

    /** A table whose pages are all free. */
    PageTable(int pages) {
        capacity = pages;
        freePages = new BitSet(pages);
        freePages.set(0, pages);
        free = pages;
    }

    int capacity() {
        return capacity;
    }

    int free() {
        return free;
    }

    boolean isFree(int page) {
        return freePages.get(page);
    }

    /** Takes {@code count} free pages and returns them in the order of their use; there must be that many. */
    int[] allocate(int count) {
        Require.that(count > 0 && count <= free, "pages to allocate", count, "1 to " + free);
        int row = rowOf(count);
        int[] pages = row < 0 ? scattered(count) : row(row, count);
        boolean _ = take(pages);
        cursor = pages[count - 1] + 1;
        return pages;
    }

    /** The first page of a row of {@code count} free ones; -1 if none of the next rows is long enough. */
    private int rowOf(int count) {
        int at = cursor;
        for (int tried = 0; tried < ROWS_TRIED; tried++) {
            int first = nextFree(at);
            int length = 1;
            while (length < count && freePages.get(first + length)) {
                length++;
            }
            if (length == count) {
                return first;
            }
            at = first + length;
        }
        return -1;
    }

    private int[] scattered(int count) {
        int[] pages = new int[count];
        int at = cursor;
        for (int i = 0; i < count; i++) {
            pages[i] = nextFree(at);
            at = pages[i] + 1;
        }
        return pages;
    }

    /** There must be one. */
    private int nextFree(int at) {
        int page = freePages.nextSetBit(at);
        return page >= 0 ? page : freePages.nextSetBit(0);
    }

    private static int[] row(int first, int count) {
        int[] pages = new int[count];
        for (int i = 0; i < count; i++) {
            pages[i] = first + i;
        }
        return pages;
    }

    /** Gives these pages to a fragment, in order. Returns false, and changes nothing, if one of them is not free. */
    boolean take(int[] pages) {
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] < 0 || !freePages.get(pages[i])) {
                for (int taken = 0; taken < i; taken++) {
                    freePages.set(pages[taken]);
                }
                return false;
            }
            freePages.clear(pages[i]);
        }
        free -= pages.length;
        int pieces = PagePieces.count(pages);
        if (pieces > 1) {
            piecesOf.put(pages[0], PagePieces.encode(pages, pieces));
        }
        return true;
    }

    /** Frees a fragment's pages, all of them in order. */
    void release(int[] pages) {
        for (int page : pages) {
            freePages.set(page);
        }
        free += pages.length;
        piecesOf.remove(pages[0]);
    }

    /** The {@code count} pages of the fragment that begins at {@code first}. */
    int[] pagesOf(int first, int count) {
        int[] pieces = piecesOf.get(first);
        if (pieces == null) {
            return row(first, count);
        }
        return PagePieces.decode(pieces, count);
    }

    /** First page and length of each piece of the fragment that begins at {@code first}; null if it is in one piece. */
    int @Nullable [] piecesOf(int first) {
        return piecesOf.get(first);
    }
}
