package io.chameleon.simssd.frontier;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;

/**
 * The blocks being filled, one per frontier, and the number of the next program. A frontier is closed (no block), open
 * with room, or open and full: a full block is not a candidate for collection until its frontier gets another block.
 */
public final class Frontiers {
    public static final int NONE = -1;

    private final PageNumbers numbers;
    private final int pagesPerBlock;
    private final int hostFrontiers;
    private final int frontiers;

    /** The next page to program and the end of its block; equal if full, both 0 if closed. */
    private final int[] nextPage;

    private final int[] endPage;
    private long programs;
    private boolean someFull;

    public Frontiers(FlashGeometry geometry, int frontiers, int hostFrontiers) {
        numbers = geometry.pageNumbers();
        pagesPerBlock = geometry.pagesPerBlock();
        this.hostFrontiers = hostFrontiers;
        this.frontiers = frontiers;
        nextPage = new int[frontiers + 1];
        endPage = new int[frontiers + 1];
    }

    public int count() {
        return frontiers;
    }

    /** The extra frontier for blocks that wear levelling fills; otherwise closed. */
    public int parking() {
        return frontiers;
    }

    /** Sequence number of the last program. */
    public long programs() {
        return programs;
    }

    public void resumeAt(long lastProgram) {
        programs = lastProgram;
    }

    public int room(int frontier) {
        return endPage[frontier] - nextPage[frontier];
    }

    public boolean isClosed(int frontier) {
        return endPage[frontier] == 0;
    }

    /** The frontier's block, {@link #NONE} if it is closed. */
    public int block(int frontier) {
        return isClosed(frontier) ? NONE : numbers.blockOf(endPage[frontier] - 1);
    }

    /** The frontier that fills the block; there must be one. */
    public int ofBlock(int block) {
        int frontier = 0;
        while (block(frontier) != block) {
            frontier++;
        }
        return frontier;
    }

    /** The next page to be handed out, which must exist. */
    public int next(int frontier) {
        return nextPage[frontier];
    }

    /** Hands out the next page, which must exist, and numbers its program. */
    public int take(int frontier) {
        return take(frontier, 1);
    }

    /** Hands out the next {@code pages} consecutive pages, and numbers their programs; returns the first. */
    public int take(int frontier, int pages) {
        int first = nextPage[frontier];
        nextPage[frontier] = first + pages;
        programs += pages;
        someFull |= nextPage[frontier] == endPage[frontier];
        return first;
    }

    /** Replaces the frontier's block by one whose first {@code programmed} pages are used. */
    public void open(int frontier, int block, int programmed) {
        nextPage[frontier] = numbers.first(block) + programmed;
        endPage[frontier] = numbers.first(block) + pagesPerBlock;
        someFull |= programmed == pagesPerBlock;
    }

    /** Records how far the open blocks are programmed. */
    public void markProgrammed(int[] programmedInBlock) {
        for (int frontier = 0; frontier <= frontiers; frontier++) {
            if (!isClosed(frontier)) {
                programmedInBlock[block(frontier)] = pagesPerBlock - room(frontier);
            }
        }
    }

    public void close(int frontier) {
        nextPage[frontier] = 0;
        endPage[frontier] = 0;
    }

    /** The first open and full host frontier, or {@link #NONE}. O(1) while none is full. */
    public int firstFull() {
        if (!someFull) {
            return NONE;
        }
        for (int frontier = 0; frontier < hostFrontiers; frontier++) {
            if (isFull(frontier)) {
                return frontier;
            }
        }
        someFull = false;
        return NONE;
    }

    public boolean isFull(int frontier) {
        return room(frontier) == 0 && !isClosed(frontier);
    }
}
