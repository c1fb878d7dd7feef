package io.chameleon.simssd;

/** A device to build: its shape, its speed, and how it spreads writes over blocks. Cannot hold a bad value. */
public record FlashConfig(FlashGeometry geometry, FlashTiming timing, WriteMode writeMode) {
    /** Erased blocks an image keeps in reserve, at least; see {@link #reserveBlocks}. */
    static final int MIN_RESERVE = 4;

    private static final int MAX_EXTRA_RESERVE = 64;

    public FlashConfig {
        long spare = spareBlocks(geometry);
        int needed = neededSpare(writeMode);
        Check.that(
                spare >= needed,
                "flash.blocks",
                geometry.blocks(),
                "at least " + needed + " spare blocks for garbage collection, but over-provisioning "
                        + geometry.overProvisioning() + " leaves " + spare);
    }

    /** The papers' device: Table II timing, one write frontier. */
    public static FlashConfig of(FlashGeometry geometry) {
        return new FlashConfig(geometry, FlashTiming.TABLE_II, WriteMode.SINGLE);
    }

    /**
     * Free blocks below which garbage collection runs. In memory two do: one to open for the host, one for the copies of a
     * victim. An image keeps more, since a victim may be erased only after the sync that makes its copies durable: the extra
     * blocks let that sync wait for the host's next one, and one erased block stays untouched whatever happens, so that a
     * device is never mounted without a place to collect into.
     */
    int reserveBlocks(boolean persistent) {
        if (!persistent) {
            return 2;
        }
        long extra = (spareBlocks(geometry) - neededSpare(writeMode)) / 4;
        return MIN_RESERVE + (int) Math.min(extra, MAX_EXTRA_RESERVE);
    }

    private static int neededSpare(WriteMode mode) {
        return MIN_RESERVE + mode.frontiers() + 2;
    }

    private static long spareBlocks(FlashGeometry geometry) {
        return (geometry.physicalPages() - geometry.logicalPages()) / geometry.pagesPerBlock();
    }
}
