package io.chameleon.simssd.blocks;

import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.report.DeviceHealth;

/**
 * Bad blocks: those that still hold live pages, and how many more the device can lose before it becomes read-only.
 * {@link BlockPool} finds the blocks whose erase fails; this class counts all bad blocks.
 */
public final class BadBlocks {
    private final NandArray nand;
    private final BlockPool pool;
    private final PageMap map;
    private final DeviceHealth health;
    private final int dispensable;

    /** Bad blocks that may still hold live pages. */
    private final IntList occupied = new IntList();

    private boolean readOnly;

    public BadBlocks(NandArray nand, BlockPool pool, PageMap map, DeviceHealth health, int dispensable) {
        this.nand = nand;
        this.pool = pool;
        this.map = map;
        this.health = health;
        this.dispensable = dispensable;
    }

    /** A program in the block has failed. */
    public void programFailed(int block) {
        health.programFailed();
        nand.markBad(block);
        pool.lost();
        occupied.add(block);
        check();
    }

    /** A bad block with live pages was found at mount. */
    public void addOccupied(int block) {
        occupied.add(block);
    }

    public boolean someAreOccupied() {
        return !occupied.isEmpty();
    }

    /** Removes and returns a block whose live pages must be moved. */
    public int takeOccupied() {
        return occupied.removeLast();
    }

    /** Live pages in bad blocks. */
    public long livePages() {
        long live = 0;
        for (int i = 0; i < occupied.size(); i++) {
            live += map.liveInBlock(occupied.get(i));
        }
        return live;
    }

    /** Checks whether too many are bad by now. */
    public void check() {
        readOnly |= pool.badBlocks() > dispensable;
    }

    /** No block is left to write to. */
    public DeviceReadOnlyException exhausted() {
        readOnly = true;
        return new DeviceReadOnlyException(pool.badBlocks());
    }

    public void requireWritable() {
        if (readOnly) {
            throw new DeviceReadOnlyException(pool.badBlocks());
        }
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    /** Share of the dispensable blocks that are still good; 0 if read-only. */
    public int availableSparePercent() {
        int most = dispensable + 1;
        return readOnly ? 0 : Math.max(0, Math.ceilDiv(100 * (most - pool.badBlocks()), most));
    }
}
