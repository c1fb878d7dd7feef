package io.chameleon.simssd.blocks;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.report.DeviceHealth;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Blocks without live pages, on their way from collection to the next programming, first in, first out:
 * <pre>
 *  head      readyEnd     erasedEnd        tail
 *   |  ready    |  erased     |  retired    |
 *  take()                              retire(block)
 * </pre>
 * A sync advances every boundary by one step, since a step may begin only when the one before it is durable:
 * <ul>
 *   <li><em>retired</em>: still holds the last durable copy of what was copied out of it;
 *   <li><em>erased</em>, but a power cut might undo it: not yet reported and not yet programmed again, so that no new
 *       pages are found among old ones;
 *   <li><em>ready</em>.
 * </ul>
 * On arrays that do not outlive the process a retired block is ready at once. A block whose erase fails is bad and
 * leaves the pool.
 */
public final class BlockPool {
    /**
     * Blocks kept ready on persistent arrays, so that collection can continue from any state that a crash leaves
     * ({@link io.chameleon.simssd.recovery.Mount Mount}).
     */
    public static final int KEPT_READY = 1;

    /** Ready blocks searched for a suitable one: all that a reserve holds. */
    private static final int SEARCHED = 160;

    private final NandArray nand;
    private final BlockLabels labels;
    private final int[] ring;
    private final int[] eraseCounts;
    private final DeviceHealth health;

    /** Blocks whose erase failed; the erases of the first {@code failedCounted} are counted. */
    private final IntList failed = new IntList();

    private final AtomicLong erasesBegun = new AtomicLong();

    private int failedCounted;
    private int badBlocks;
    private long totalErases;
    private int maxErases;
    private long head;
    private long readyEnd;
    private long erasedEnd;
    private long tail;

    public BlockPool(FlashGeometry geometry, NandArray nand, BlockLabels labels, DeviceHealth health) {
        this.nand = nand;
        this.health = health;
        this.labels = labels;
        ring = new int[geometry.blocks()];
        eraseCounts = new int[geometry.blocks()];
        for (int block = 0; block < eraseCounts.length; block++) {
            eraseCounts[block] = nand.eraseCount(block);
            totalErases += eraseCounts[block];
            maxErases = Math.max(maxErases, eraseCounts[block]);
            badBlocks += nand.isBad(block) ? 1 : 0;
        }
    }

    /** The boundary up to which a sync that begins now makes blocks durable. */
    public record Mark(long erasedEnd, long tail, int failed) {}

    /** Blocks in all conditions. */
    public int size() {
        return (int) (tail - head);
    }

    /** Adds a block that is certainly erased, while the pool has only such blocks. */
    public void addErased(int block) {
        ring[slot(tail++)] = block;
        erasedEnd = tail;
        readyEnd = tail;
    }

    /** Adds a block whose live pages, if any, have been copied, unless it is bad. */
    public void retire(int block) {
        if (nand.isBad(block)) {
            return;
        }
        if (nand.isPersistent()) {
            ring[slot(tail++)] = block;
            return;
        }
        if (erase(block)) {
            addErased(block);
        } else {
            giveUp(block);
        }
        count(block);
    }

    /** Whether a block should be made ready by a sync before the next is taken, and a sync can do so. */
    public boolean wantsSync() {
        int keep = nand.isPersistent() ? KEPT_READY : 0;
        return readyEnd - head <= keep && readyEnd < tail;
    }

    public boolean hasReady() {
        return readyEnd > head;
    }

    /**
     * Takes the block that has been ready longest, preferably one with the label of the block that was collected for
     * it. So hot blocks stay hot, as if the victim itself were refilled (section 2.2, footnote 2).
     */
    public int take(int label) {
        for (long position = head; position < searchEnd(); position++) {
            if (labels.of(ring[slot(position)]) == label) {
                return takeAt(position);
            }
        }
        return takeAt(head);
    }

    public int takeLeastWorn() {
        long least = head;
        for (long position = head + 1; position < searchEnd(); position++) {
            least = erasesAt(position) < erasesAt(least) ? position : least;
        }
        return takeAt(least);
    }

    public int takeMostWorn() {
        long most = head;
        for (long position = head + 1; position < searchEnd(); position++) {
            most = erasesAt(position) > erasesAt(most) ? position : most;
        }
        return takeAt(most);
    }

    private long searchEnd() {
        return Math.min(readyEnd, head + SEARCHED);
    }

    private int erasesAt(long position) {
        return eraseCounts[ring[slot(position)]];
    }

    private int takeAt(long position) {
        int block = ring[slot(position)];
        ring[slot(position)] = ring[slot(head)];
        head++;
        return block;
    }

    /** Whether a sync would make more blocks ready. */
    public boolean isSettling() {
        return readyEnd < tail;
    }

    /** Records that permanently erased blocks have no programmed page. */
    public void markErased(int[] programmedInBlock) {
        for (long position = head; position < readyEnd; position++) {
            programmedInBlock[ring[slot(position)]] = 0;
        }
    }

    public Mark mark() {
        return new Mark(erasedEnd, tail, failed.size());
    }

    /** A sync that began at {@code mark} has ended. Later marks may overtake earlier ones. */
    public void advance(Mark mark) {
        for (; readyEnd < mark.erasedEnd; readyEnd++) {
            count(ring[slot(readyEnd)]);
        }
        for (; failedCounted < mark.failed; failedCounted++) {
            count(failed.get(failedCounted));
        }
        for (; erasedEnd < mark.tail; erasedEnd++) {
            int block = ring[slot(erasedEnd)];
            if (!erase(block)) {
                giveUp(block);
                failed.add(block);
                dropFirstRetired();
            }
        }
    }

    private boolean erase(int block) {
        long unused = erasesBegun.incrementAndGet();
        return nand.erase(block);
    }

    /** From any thread. Until an erase has begun, every page that was programmed holds what it held. */
    public long erasesBegun() {
        return erasesBegun.get();
    }

    private void giveUp(int block) {
        nand.markBad(block);
        health.eraseFailed();
        lost();
    }

    /** Blocks before it move up by one, so that an earlier mark covers one too few of them rather than one too many. */
    private void dropFirstRetired() {
        for (long position = erasedEnd; position > head; position--) {
            ring[slot(position)] = ring[slot(position - 1)];
        }
        head++;
        readyEnd++;
    }

    /** A block has gone bad. */
    void lost() {
        badBlocks++;
    }

    public int badBlocks() {
        return badBlocks;
    }

    /** Durable erases of all blocks. */
    public long totalErases() {
        return totalErases;
    }

    /** Durable erases by block; a copy. */
    public int[] eraseCounts() {
        return Arrays.copyOf(eraseCounts, eraseCounts.length);
    }

    /** Durable erases of a block. */
    public int eraseCount(int block) {
        return eraseCounts[block];
    }

    /** Highest durable erase count of a block. */
    public int maxErases() {
        return maxErases;
    }

    /** The block's erase is now permanent. */
    private void count(int block) {
        totalErases++;
        maxErases = Math.max(maxErases, ++eraseCounts[block]);
    }

    private int slot(long position) {
        return (int) (position % ring.length);
    }
}
