package io.chameleon.simssd;

/**
 * Shape of a device. Over-provisioning is the share of the <em>physical</em> pages that the host cannot address (the
 * spare factor {@code S_f} of the garbage collection literature: {@code S_f = 1 - U / N}).
 *
 * @param pageBytes data bytes of a page; a power of two from 512 to 65,536
 * @param pagesPerBlock pages erased together; 1 to 16,384: real flash has 384, 576, 1,152 and more
 * @param blocks physical blocks; at most 2^31 - 64 pages in all (8 TiB of 4 KiB pages)
 * @param overProvisioning 0 to 0.9
 */
public record FlashGeometry(int pageBytes, int pagesPerBlock, int blocks, double overProvisioning) {
    /** Chameleon, Table II. */
    public static final int DEFAULT_PAGE_BYTES = 4096;
    /** Chameleon, Table II. */
    public static final int DEFAULT_PAGES_PER_BLOCK = 64;
    /** Chameleon, Table II. */
    public static final double DEFAULT_OVER_PROVISIONING = 0.15;

    public static final int MAX_PAGES_PER_BLOCK = 16_384;

    private static final long MAX_PAGES = Integer.MAX_VALUE - 63L;

    public FlashGeometry {
        boolean bytesFit = pageBytes >= 512 && pageBytes <= 65_536 && Integer.bitCount(pageBytes) == 1;
        Check.that(bytesFit, "flash.page-bytes", pageBytes, "a power of two, 512 to 65536");
        Check.that(
                pagesPerBlock >= 1 && pagesPerBlock <= MAX_PAGES_PER_BLOCK,
                "flash.pages-per-block",
                pagesPerBlock,
                "1 to " + MAX_PAGES_PER_BLOCK);
        long maxBlocks = MAX_PAGES / pagesPerBlock;
        Check.that(blocks >= 1 && blocks <= maxBlocks, "flash.blocks", blocks, "1 to " + maxBlocks);
        Check.that(
                overProvisioning >= 0 && overProvisioning <= 0.9,
                "flash.over-provisioning",
                overProvisioning,
                "a share of the physical pages, 0 to 0.9");
    }

    /** {@code blocks} blocks of the papers' shape: 64 pages of 4 KiB, 15 % over-provisioned. */
    public static FlashGeometry ofBlocks(int blocks) {
        return new FlashGeometry(DEFAULT_PAGE_BYTES, DEFAULT_PAGES_PER_BLOCK, blocks, DEFAULT_OVER_PROVISIONING);
    }

    /** The smallest device of the papers' shape that offers {@code bytes} to its host. */
    public static FlashGeometry ofCapacity(long bytes) {
        double blockBytes = (double) DEFAULT_PAGE_BYTES * DEFAULT_PAGES_PER_BLOCK;
        double blocks = Math.ceil(bytes / blockBytes / (1 - DEFAULT_OVER_PROVISIONING));
        Check.that(bytes > 0 && blocks < Integer.MAX_VALUE, "flash.capacity", bytes, "1 byte to 6.8 TiB");
        FlashGeometry rounded = ofBlocks((int) blocks);
        return rounded.capacityBytes() >= bytes ? rounded : ofBlocks((int) blocks + 1);
    }

    /**
     * A device of exactly {@code logicalBlocks} blocks' worth of logical pages, on the number of physical blocks
     * closest to the spare factor: {@code N = round(U / (1 - S_f))} (GC reading 1).
     */
    public static FlashGeometry ofLogicalBlocks(int pagesPerBlock, int logicalBlocks, double spareFactor) {
        boolean possible = logicalBlocks >= 1 && spareFactor >= 0 && spareFactor <= 0.9;
        Check.that(possible, "flash.logical-blocks", logicalBlocks, "at least 1, and a spare factor of 0 to 0.9");
        double blocks = Math.rint(logicalBlocks / (1 - spareFactor));
        Check.that(blocks < Integer.MAX_VALUE, "flash.logical-blocks", logicalBlocks, "fewer");
        // Half a page less spare, so that rounding down gives the intended page.
        double overProvisioning = 1 - (logicalBlocks + 0.5 / pagesPerBlock) / blocks;
        return new FlashGeometry(DEFAULT_PAGE_BYTES, pagesPerBlock, (int) blocks, Math.max(0, overProvisioning));
    }

    /** Pages the host can address: the share of the physical pages that is not over-provisioned, rounded down. */
    public long logicalPages() {
        return (long) Math.floor(physicalPages() * (1 - overProvisioning));
    }

    public long physicalPages() {
        return (long) blocks * pagesPerBlock;
    }

    /** Bytes the host can address. */
    public long capacityBytes() {
        return logicalPages() * pageBytes;
    }

    /** How physical pages are numbered. */
    public PageNumbers pageNumbers() {
        return new PageNumbers(pagesPerBlock);
    }
}
