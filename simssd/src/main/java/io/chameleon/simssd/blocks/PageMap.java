package io.chameleon.simssd.blocks;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import java.util.Arrays;

/**
 * Where each logical page is, and which physical pages are live. Pages are int numbers, {@link PageNumbers} for
 * physical ones.
 *
 * <p>Memory: 4 bytes per logical and 4 1/8 per physical page, 4 per block: about 9 bytes per logical page at 15 %
 * over-provisioning. The hot path touches one random entry of {@code physicalOf}; the owner of a physical page is
 * written and read in order, and liveness is a bit per page, so both stay in cache.
 */
public final class PageMap {
    public static final int UNMAPPED = -1;

    private static final int WORD_SHIFT = 6;

    /** From this many logical pages on, the map, at 9 bytes per page, exceeds any cache. */
    private static final int LARGE = 1 << 23;

    private final PageNumbers numbers;
    private final int[] physicalOf;
    private final int[] logicalOf;
    private final long[] live;
    private final int[] liveInBlock;
    private final boolean isLarge;
    private long livePages;

    /** Never read: keeps the compiler from removing the loads of {@link #fetch}. */
    long fetched;

    public PageMap(FlashGeometry geometry) {
        numbers = geometry.pageNumbers();
        physicalOf = new int[(int) geometry.logicalPages()];
        Arrays.fill(physicalOf, UNMAPPED);
        int pages = (int) geometry.physicalPages();
        logicalOf = new int[pages];
        live = new long[(pages + Long.SIZE - 1) >>> WORD_SHIFT];
        liveInBlock = new int[geometry.blocks()];
        isLarge = geometry.logicalPages() >= LARGE;
    }

    /**
     * The physical page of each logical page, {@link #UNMAPPED} for none. A mount fills it in and then calls
     * {@link #derive}.
     */
    public int[] physicalPages() {
        return physicalOf;
    }

    /** Memory that is unused before {@link #derive}: at least an int per logical page, all 0 in a new map. */
    public int[] lend() {
        return logicalOf;
    }

    /** Resets the map to its initial state. */
    public void clear() {
        Arrays.fill(physicalOf, UNMAPPED);
        boolean _ = derive();
    }

    /**
     * Derives the rest of the map from {@link #physicalPages}; returns false if they are impossible, which leaves the
     * map invalid.
     */
    public boolean derive() {
        Arrays.fill(logicalOf, 0);
        Arrays.fill(live, 0);
        Arrays.fill(liveInBlock, 0);
        livePages = 0;
        for (int logicalPage = 0; logicalPage < physicalOf.length; logicalPage++) {
            int page = physicalOf[logicalPage];
            if (page == UNMAPPED) {
                continue;
            }
            if (page < 0 || page >= logicalOf.length || (live[page >>> WORD_SHIFT] & 1L << page) != 0) {
                return false;
            }
            logicalOf[page] = logicalPage;
            live[page >>> WORD_SHIFT] |= 1L << page;
            liveInBlock[numbers.blockOf(page)]++;
            livePages++;
        }
        return true;
    }

    public int logicalPages() {
        return physicalOf.length;
    }

    public long livePages() {
        return livePages;
    }

    public int physicalOf(int logicalPage) {
        return physicalOf[logicalPage];
    }

    /** Owner of a live physical page. */
    public int logicalOf(int physicalPage) {
        return logicalOf[physicalPage];
    }

    public int liveInBlock(int block) {
        return liveInBlock[block];
    }

    /**
     * Liveness of the pages from {@code from} to {@code end}, exclusive, as far as they are in the word of
     * {@code from}: bit i is page {@link #wordOf wordOf(from)} + i. The next word begins 64 pages later.
     */
    public long liveMask(int from, int end) {
        return live[from >>> WORD_SHIFT] & wordMask(from, end);
    }

    /** The first page of the word that a page is in; blocks may share a word. */
    public static int wordOf(int page) {
        return page & -Long.SIZE;
    }

    private static long wordMask(int from, int end) {
        long mask = -1L << from;
        return end < wordOf(from) + Long.SIZE ? mask & (1L << end) - 1 : mask;
    }

    /** Maps the logical page to a freshly programmed one and returns the page that died, or {@link #UNMAPPED}. */
    public int map(int logicalPage, int physicalPage) {
        int former = unmap(logicalPage);
        physicalOf[logicalPage] = physicalPage;
        logicalOf[physicalPage] = logicalPage;
        live[physicalPage >>> WORD_SHIFT] |= 1L << physicalPage;
        liveInBlock[numbers.blockOf(physicalPage)]++;
        livePages++;
        return former;
    }

    /** Unmaps the logical page and returns the physical page that died, or {@link #UNMAPPED}. */
    public int unmap(int logicalPage) {
        int former = physicalOf[logicalPage];
        if (former != UNMAPPED) {
            physicalOf[logicalPage] = UNMAPPED;
            live[former >>> WORD_SHIFT] &= ~(1L << former);
            liveInBlock[numbers.blockOf(former)]--;
            livePages--;
        }
        return former;
    }

    /** The first live page at or after {@code page}; there must be one. */
    public int nextLive(int page) {
        int word = page >>> WORD_SHIFT;
        long mask = live[word] & (-1L << page);
        while (mask == 0) {
            mask = live[++word];
        }
        return (word << WORD_SHIFT) + Long.numberOfTrailingZeros(mask);
    }

    /**
     * Detaches the live pages of a block from the map; they must be {@link #attach}ed elsewhere before any other call.
     * Their logical pages go to {@code into}, in the order of the pages. Returns their number.
     */
    public int detachBlock(int block, int[] into) {
        int count = 0;
        int end = numbers.first(block + 1);
        for (int page = numbers.first(block); page < end; page = wordOf(page) + Long.SIZE) {
            for (long mask = liveMask(page, end); mask != 0; mask &= mask - 1) {
                into[count++] = logicalOf[wordOf(page) + Long.numberOfTrailingZeros(mask)];
            }
            live[page >>> WORD_SHIFT] &= ~wordMask(page, end);
        }
        liveInBlock[block] = 0;
        livePages -= count;
        return count;
    }

    /**
     * Maps {@code count} detached logical pages, from {@code from[start]}, to consecutive freshly programmed pages in
     * one block.
     */
    public void attach(int[] from, int start, int count, int firstPhysical) {
        if (isLarge) {
            fetch(from, start, start + count);
        }
        for (int i = 0; i < count; i++) {
            int logicalPage = from[start + i];
            physicalOf[logicalPage] = firstPhysical + i;
            logicalOf[firstPhysical + i] = logicalPage;
        }
        markLive(firstPhysical, firstPhysical + count);
        liveInBlock[numbers.blockOf(firstPhysical)] += count;
        livePages += count;
    }

    private void markLive(int from, int to) {
        for (int page = from; page < to; page = wordOf(page) + Long.SIZE) {
            live[page >>> WORD_SHIFT] |= wordMask(page, to);
        }
    }

    /** Whether the map exceeds the processor's caches so far that {@link #fetch} pays off. */
    public boolean isLarge() {
        return isLarge;
    }

    /**
     * Loads the entries of pages about to be written into the caches. Otherwise every write waits for its own miss in
     * cache and TLB; these loads are independent, so the processor runs many of them at once.
     */
    public void fetch(int[] logicalPages, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += physicalOf[logicalPages[i]];
        }
        fetched += sum;
    }

    /** As {@link #fetch}, for the map's data on the physical pages behind them; called after it. */
    public void fetchPhysical(int[] logicalPages, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            int page = physicalOf[logicalPages[i]];
            if (page != UNMAPPED) {
                sum += live[page >>> WORD_SHIFT] + liveInBlock[numbers.blockOf(page)];
            }
        }
        fetched += sum;
    }
}
