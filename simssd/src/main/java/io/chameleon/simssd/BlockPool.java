package io.chameleon.simssd;

import java.util.Arrays;

/**
 * Blocks without live pages, on their way from collection to the next programming, first in, first out:
 * <pre>
 *   head          readyEnd         erasedEnd           tail
 *    |  ready        |   erased        |    retired      |
 *    take()                                        retire(block)
 * </pre>
 * <em>Retired</em> blocks still hold the last durable copy of what was copied out of them; the force that makes the copies
 * durable allows their erase. <em>Erased</em> blocks wait for the force after that, so that a crash never finds new pages
 * among old ones, and no erase is reported that a power cut could undo. On arrays that do not outlive the process all
 * three are one.
 */
final class BlockPool {
    /** A block in this number is kept ready on persistent arrays: one erased block is on the disk at any instant. */
    private static final int UNTOUCHED = 1;

    private final NandArray nand;
    private final int[] ring;
    private final int[] eraseCounts;
    private long totalErases;
    private long head;
    private long readyEnd;
    private long erasedEnd;
    private long tail;

    BlockPool(FlashGeometry geometry, NandArray nand) {
        this.nand = nand;
        ring = new int[geometry.blocks()];
        eraseCounts = new int[geometry.blocks()];
        for (int block = 0; block < eraseCounts.length; block++) {
            eraseCounts[block] = nand.eraseCount(block);
            totalErases += eraseCounts[block];
        }
    }

    /** How far a force that begins now will carry. */
    record Mark(long erasedEnd, long tail) {}

    /** Blocks in all three conditions. */
    int size() {
        return (int) (tail - head);
    }

    /** Adds a block found erased at mount. Only before the first {@link #retire}. */
    void addErased(int block) {
        ring[slot(tail++)] = block;
        erasedEnd = tail;
        readyEnd = tail;
    }

    /** Adds a block whose live pages, if any, have been copied. */
    void retire(int block) {
        ring[slot(tail++)] = block;
        if (!nand.isPersistent()) {
            advance(mark());
            advance(mark());
        }
    }

    /** Takes an erased block, forcing the array if only that makes one available. The caller sees to {@link #size} first. */
    int take() {
        int keep = nand.isPersistent() ? UNTOUCHED : 0;
        while (readyEnd - head <= keep && readyEnd < tail) {
            Mark mark = mark();
            nand.force();
            advance(mark);
        }
        if (readyEnd == head) {
            throw new IllegalStateException("no erased block left to program");
        }
        return ring[slot(head++)];
    }

    Mark mark() {
        return new Mark(erasedEnd, tail);
    }

    /** A force that began after {@code mark} has ended. Marks may be overtaken by later ones. */
    void advance(Mark mark) {
        for (; readyEnd < mark.erasedEnd; readyEnd++) {
            eraseCounts[ring[slot(readyEnd)]]++;
            totalErases++;
        }
        for (; erasedEnd < mark.tail; erasedEnd++) {
            nand.erase(ring[slot(erasedEnd)]);
        }
    }

    /** Durable erases of all blocks. */
    long totalErases() {
        return totalErases;
    }

    /** Durable erases by block; a copy. */
    int[] eraseCounts() {
        return Arrays.copyOf(eraseCounts, eraseCounts.length);
    }

    private int slot(long position) {
        return (int) (position % ring.length);
    }
}
