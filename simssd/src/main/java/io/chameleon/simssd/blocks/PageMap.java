package io.chameleon.simssd.blocks;

import io.chameleon.simssd.FlashGeometry;
import java.util.Arrays;

/**
 * Where each logical page is, and which physical pages are live. Pages are int numbers: {@code block << shift | page} for physical ones.
 *
 * <p>Memory: 4 bytes per logical and 4 1/8 per physical page, 4 per block: about 9 bytes per logical page at 15 %
 * over-provisioning. The hot path touches one random entry of {@code physicalOf}; the owner of a physical page is written and
 * read in order, and liveness is a bit per page, so both stay in cache.
 */
public final class PageMap {
    public static final int UNMAPPED = -1;

    private static final int WORD_SHIFT = 6;

    /** Logical pages from which on the map, at 9 bytes a page, is beyond any cache. */
    private static final int LARGE = 1 << 23;

    private final int blockShift;
    private final int[] physicalOf;
    private final int[] logicalOf;
    private final long[] live;
    private final int[] liveInBlock;
    private final int span;
    private final long spanMask;
    private final boolean isLarge;
    private long livePages;

    /** Never read: gives the compiler a reason to keep the loads of {@link #fetch}. */
    long fetched;

    public PageMap(FlashGeometry geometry) {
        blockShift = geometry.blockShift();
        physicalOf = new int[(int) geometry.logicalPages()];
        Arrays.fill(physicalOf, UNMAPPED);
        int pages = (int) geometry.physicalPages();
        logicalOf = new int[pages];
        live = new long[(pages + Long.SIZE - 1) >>> WORD_SHIFT];
        liveInBlock = new int[geometry.blocks()];
        isLarge = geometry.logicalPages() >= LARGE;
        span = Math.min(Long.SIZE, geometry.pagesPerBlock());
        spanMask = span == Long.SIZE ? -1L : (1L << span) - 1;
    }

    /** The physical page of each logical page, {@link #UNMAPPED} for none: for a mount to fill in, followed by {@link #derive}. */
    public int[] physicalPages() {
        return physicalOf;
    }

    /** Memory that means nothing before {@link #derive}: at least an int per logical page, all 0 in a new map. */
    public int[] lend() {
        return logicalOf;
    }

    /** As it was when new. */
    public void clear() {
        Arrays.fill(physicalOf, UNMAPPED);
        boolean _ = derive();
    }

    /** Makes the rest of the map from {@link #physicalPages}; false if they are impossible, and then so is the map. */
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
            liveInBlock[page >>> blockShift]++;
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

    /** Pages covered by one {@link #liveMask}: a block is one or more whole spans. */
    public int span() {
        return span;
    }

    /** Liveness of the pages {@code first .. first + span() - 1}, lowest bit first; {@code first} is a multiple of the span. */
    public long liveMask(int first) {
        return (live[first >>> WORD_SHIFT] >>> first) & spanMask;
    }

    /** Points the logical page at a freshly programmed one and returns the page that died by it, or {@link #UNMAPPED}. */
    public int map(int logicalPage, int physicalPage) {
        int former = unmap(logicalPage);
        physicalOf[logicalPage] = physicalPage;
        logicalOf[physicalPage] = logicalPage;
        live[physicalPage >>> WORD_SHIFT] |= 1L << physicalPage;
        liveInBlock[physicalPage >>> blockShift]++;
        livePages++;
        return former;
    }

    /** Forgets the logical page and returns the physical page that died by it, or {@link #UNMAPPED}. */
    public int unmap(int logicalPage) {
        int former = physicalOf[logicalPage];
        if (former != UNMAPPED) {
            physicalOf[logicalPage] = UNMAPPED;
            live[former >>> WORD_SHIFT] &= ~(1L << former);
            liveInBlock[former >>> blockShift]--;
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
     * Takes the live pages of a block off the map, to be {@link #attach}ed elsewhere before anything else happens: their logical
     * pages go to {@code into}, in the order of the pages. Returns how many there are.
     */
    public int detachBlock(int block, int[] into) {
        int count = 0;
        int first = block << blockShift;
        for (int base = first; base < first + (1 << blockShift); base += span) {
            for (long mask = liveMask(base); mask != 0; mask &= mask - 1) {
                into[count++] = logicalOf[base + Long.numberOfTrailingZeros(mask)];
            }
            live[base >>> WORD_SHIFT] &= ~(spanMask << base);
        }
        liveInBlock[block] = 0;
        livePages -= count;
        return count;
    }

    /** Maps {@code count} detached logical pages, {@code from[start]} on, to freshly programmed pages in a row in one block. */
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
        liveInBlock[firstPhysical >>> blockShift] += count;
        livePages += count;
    }

    private void markLive(int from, int to) {
        for (int page = from; page < to; page = (page | (Long.SIZE - 1)) + 1) {
            long mask = -1L << page;
            int wordEnd = (page | (Long.SIZE - 1)) + 1;
            if (wordEnd > to) {
                mask &= (1L << to) - 1;
            }
            live[page >>> WORD_SHIFT] |= mask;
        }
    }

    /** Whether the map is so much larger than the processor's caches that {@link #fetch} pays. */
    public boolean isLarge() {
        return isLarge;
    }

    /**
     * Reads the entries of pages about to be written into the caches. Without it every write waits for its own miss in cache and TLB;
     * these loads do not depend on each other, so the processor has many of them under way at once.
     */
    public void fetch(int[] logicalPages, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += physicalOf[logicalPages[i]];
        }
        fetched += sum;
    }

    /** As {@link #fetch}, what the map knows of the physical pages behind them; after it. */
    public void fetchPhysical(int[] logicalPages, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            int page = physicalOf[logicalPages[i]];
            if (page != UNMAPPED) {
                sum += live[page >>> WORD_SHIFT] + liveInBlock[page >>> blockShift];
            }
        }
        fetched += sum;
    }
}
