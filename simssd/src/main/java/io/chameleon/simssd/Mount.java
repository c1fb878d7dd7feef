package io.chameleon.simssd;

/**
 * Brings an array back to life: reads its out-of-band areas ({@link OobScan}), makes what it found durable, erases what is dead,
 * and hands the blocks to their keepers.
 *
 * <p>A crash in the middle of collection may leave copies all over the blocks that were free. If too few blocks are free to go on
 * collecting, the mount falls back to the last noted sync: everything after it is dropped, which nobody was promised, and the
 * blocks free at that time are free again, because no victim is erased before a noted sync covers its copies ({@link BlockPool}).
 */
final class Mount {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final OobScan found;
    private final DeviceCounters counters;
    private final long torn;

    private Mount(FlashGeometry geometry, NandArray nand, PageIo pages) {
        this.geometry = geometry;
        this.nand = nand;
        OobScan whole = new OobScan(geometry, nand, pages, Long.MAX_VALUE).run();
        DeviceCounters noted = nand.counters();
        boolean fallBack = nand.isPersistent() && whole.freeBlocks() < BlockPool.KEPT_READY;
        found = fallBack ? new OobScan(geometry, nand, pages, noted.sequence()).run() : whole;
        torn = whole.report().tornPages() + (fallBack ? found.report().tornPages() : 0);
        counters = noted.withSequence(Math.max(whole.lastSequence(), found.lastSequence()));
    }

    /** Mounts the array; when this returns, what it found is durable and every free block erased. */
    static Mount of(FlashGeometry geometry, NandArray nand, PageIo pages) {
        Mount mount = new Mount(geometry, nand, pages);
        if (nand.isPersistent()) {
            nand.force();
            nand.saveCounters(mount.counters);
            nand.force();
            mount.eraseDeadBlocks();
            nand.force();
        }
        return mount;
    }

    PageMap map() {
        return found.map();
    }

    MountReport report() {
        MountReport report = found.report();
        return new MountReport(report.mappedPages(), report.stalePages(), torn, report.corruptPages());
    }

    /** Free blocks go to the pool, the others to the translation layer. */
    void settle(BlockPool pool, FlashTranslationLayer ftl) {
        ftl.resume(counters);
        for (int block = 0; block < geometry.blocks(); block++) {
            if (found.isFree(block)) {
                pool.addErased(block);
            } else {
                ftl.resumeBlock(block, found.programmedInBlock(block));
            }
        }
    }

    private void eraseDeadBlocks() {
        for (int block = 0; block < geometry.blocks(); block++) {
            if (found.isFree(block) && found.programmedInBlock(block) > 0) {
                nand.erase(block);
            }
        }
    }
}
