package io.chameleon.simssd;

/** How a device evens out the wear of its blocks, in addition to its write mode. It costs copies: compare. */
public sealed interface WearLevelling {
    /** None, as in the papers: a victim becomes the next frontier. */
    record None() implements WearLevelling {}

    /**
     * Dynamic: keeps more blocks free than needed, and takes the least worn of them for hot data, the most worn for
     * cold data. Blocks whose data is never rewritten stay as they are.
     *
     * @param freeBlocks beyond the reserve, 1 to 64; they reduce the over-provisioning
     */
    record Dynamic(int freeBlocks) implements WearLevelling {
        public Dynamic {
            Check.that(freeBlocks >= 1 && freeBlocks <= 64, "flash.wear.free-blocks", freeBlocks, "1 to 64");
        }
    }

    /**
     * Static: when a victim is more than {@code threshold} erases ahead of the least worn of a few blocks drawn at
     * random, that block's content moves onto the victim's block, and it takes the victim's place.
     *
     * @param threshold erases, at least 1
     */
    record Static(int threshold) implements WearLevelling {
        public Static {
            Check.that(threshold >= 1, "flash.wear.threshold", threshold, "at least 1 erase");
        }
    }

    /**
     * Dual pool (Chang, SAC 2007): blocks belong to a hot or a cold pool. When the most worn hot one is more than
     * {@code threshold} erases ahead of the least worn cold one, they exchange contents and pools; the pools' sizes
     * adapt.
     *
     * @param threshold erases, at least 1
     */
    record DualPool(int threshold) implements WearLevelling {
        public DualPool {
            Check.that(threshold >= 1, "flash.wear.threshold", threshold, "at least 1 erase");
        }
    }
}
