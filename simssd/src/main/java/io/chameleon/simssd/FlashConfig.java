package io.chameleon.simssd;

/**
 * The configuration of a device: its geometry, its timing, how it spreads writes over blocks and how it collects
 * garbage. Every value is valid.
 */
public record FlashConfig(
        FlashGeometry geometry, FlashTiming timing, WriteMode writeMode, GarbageCollection collection) {
    /** Minimum of erased blocks that an image keeps in reserve; see {@link #reserveBlocks}. */
    static final int MIN_RESERVE = 4;

    private static final int MAX_EXTRA_RESERVE = 64;

    public FlashConfig {
        long spare = spareBlocks(geometry);
        int needed = neededSpare(writeMode, collection);
        Check.that(
                spare >= needed,
                "flash.blocks",
                geometry.blocks(),
                "at least " + needed + " spare blocks for garbage collection, but over-provisioning "
                        + geometry.overProvisioning() + " leaves " + spare);
    }

    /** With standard garbage collection. */
    public FlashConfig(FlashGeometry geometry, FlashTiming timing, WriteMode writeMode) {
        this(geometry, timing, writeMode, GarbageCollection.STANDARD);
    }

    /** The papers' device: Table II timing, one write frontier. */
    public static FlashConfig of(FlashGeometry geometry) {
        return new FlashConfig(geometry, FlashTiming.TABLE_II, WriteMode.SINGLE);
    }

    public FlashConfig withTiming(FlashTiming newTiming) {
        return new FlashConfig(geometry, newTiming, writeMode, collection);
    }

    public FlashConfig withWriteMode(WriteMode mode) {
        return new FlashConfig(geometry, timing, mode, collection);
    }

    public FlashConfig withCollection(GarbageCollection newCollection) {
        return new FlashConfig(geometry, timing, writeMode, newCollection);
    }

    /**
     * Free blocks below which garbage collection runs. In memory it is one: a victim becomes the next frontier, so all
     * blocks but the frontiers hold data, as in the papers. An image, or an array that may fail, keeps more, since a
     * victim may be erased only after the sync that makes its copies durable. The extra blocks let that sync wait for
     * the host's next one. One erased block always stays untouched, so that every mount has a block to collect into.
     */
    public int reserveBlocks(boolean careful) {
        if (!careful) {
            return 1 + collection.freeBlocks();
        }
        long extra = (spareBlocks(geometry) - neededSpare(writeMode, collection)) / 4;
        return MIN_RESERVE + (int) Math.min(extra, MAX_EXTRA_RESERVE) + collection.freeBlocks();
    }

    /** Blocks that may go bad before the device has too few to continue. */
    public int dispensableBlocks(boolean careful) {
        int beyondReserve = neededSpare(writeMode, collection) - MIN_RESERVE - collection.freeBlocks();
        return (int) Math.min(Integer.MAX_VALUE / 100, spareBlocks(geometry) - reserveBlocks(careful) - beyondReserve);
    }

    public int frontiers() {
        return writeMode.frontiers(collection);
    }

    private static int neededSpare(WriteMode mode, GarbageCollection collection) {
        return MIN_RESERVE + mode.frontiers(collection) + collection.freeBlocks() + 2;
    }

    private static long spareBlocks(FlashGeometry geometry) {
        return (geometry.physicalPages() - geometry.logicalPages()) / geometry.pagesPerBlock();
    }
}
