package io.chameleon.simssd;

import java.util.Arrays;

/**
 * Blocks without live pages, on their way from collection to the next programming, first in, first out:
 * <pre>
 *  head      readyEnd     erasedEnd        tail
 *   |  ready    |  erased     |  retired    |
 *  take()                              retire(block)
 * </pre>
 * A sync moves every boundary on by one condition, since each step may begin only when the one before it is durable:
 * <ul>
 *   <li><em>retired</em>: still holds the last durable copy of what was copied out of it;
 *   <li><em>erased</em>, but a power cut might undo it: not yet reported, not yet programmed again, lest new pages be found
 *       among old ones;
 *   <li><em>ready</em>.
 * </ul>
 * On arrays that do not outlive the process a retired block is ready at once.
 */
final class BlockPool {
    /** Blocks kept ready on persistent arrays, so that collection can go on from whatever a crash leaves behind ({@link Mount}). */
    static final int KEPT_READY = 1;

    /** Ready blocks looked at for one of the right label: all that a reserve holds. */
    private static final int SEARCHED = 80;

    private final NandArray nand;
    private final BlockLabels labels;
    private final int[] ring;
    private final int[] eraseCounts;
    private long totalErases;
    private int maxErases;
    private long head;
    private long readyEnd;
    private long erasedEnd;
    private long tail;

    BlockPool(FlashGeometry geometry, NandArray nand, BlockLabels labels) {
        this.nand = nand;
        this.labels = labels;
        ring = new int[geometry.blocks()];
        eraseCounts = new int[geometry.blocks()];
        for (int block = 0; block < eraseCounts.length; block++) {
            eraseCounts[block] = nand.eraseCount(block);
            totalErases += eraseCounts[block];
            maxErases = Math.max(maxErases, eraseCounts[block]);
        }
    }

    /** How far a sync that begins now will carry. */
    record Mark(long erasedEnd, long tail) {}

    /** Blocks in all conditions. */
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
            erasedEnd = tail;
            nand.erase(block);
            count(block);
        }
    }

    /** Whether a block should be made ready by a sync before the next is taken, and a sync can do it. */
    boolean wantsSync() {
        int keep = nand.isPersistent() ? KEPT_READY : 0;
        return readyEnd - head <= keep && readyEnd < tail;
    }

    boolean hasReady() {
        return readyEnd > head;
    }

    /**
     * Takes the block that has been ready for longest, preferably one with the label of the block that was collected for it: so hot
     * blocks stay hot as if the victim itself were filled again (section 2.2, footnote 2). O(ready blocks), which are few when it matters.
     */
    int take(int label) {
        for (long position = head; position < Math.min(readyEnd, head + SEARCHED); position++) {
            if (labels.of(ring[slot(position)]) == label) {
                int found = ring[slot(position)];
                ring[slot(position)] = ring[slot(head)];
                ring[slot(head)] = found;
                break;
            }
        }
        return ring[slot(head++)];
    }

    Mark mark() {
        return new Mark(erasedEnd, tail);
    }

    /** A sync that began at {@code mark} has ended. Marks may be overtaken by later ones. */
    void advance(Mark mark) {
        while (readyEnd < mark.erasedEnd) {
            count(ring[slot(readyEnd)]);
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

    /** Highest durable erase count of a block. */
    int maxErases() {
        return maxErases;
    }

    /** The erase of the block at {@code readyEnd} has come to stay. */
    private void count(int block) {
        readyEnd++;
        totalErases++;
        maxErases = Math.max(maxErases, ++eraseCounts[block]);
    }

    private int slot(long position) {
        return (int) (position % ring.length);
    }
}
