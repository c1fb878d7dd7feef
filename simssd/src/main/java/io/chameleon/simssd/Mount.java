package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/**
 * Rebuilds the map of a device from its out-of-band areas: the highest sequence number of a logical page wins.
 *
 * <p>Areas are judged by their own checksum. The data behind an area is read only for programs after the last noted sync: older
 * ones are known to be durable whole, younger ones may have reached the disk without their data. Such torn pages are dropped
 * and marked, since the next sync would otherwise vouch for them. Cost: all areas, 1.6 % of the device, plus the pages
 * written after the last sync; 8 bytes of heap per logical page while it lasts.
 */
final class Mount {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final PageIo pages;
    private final PageMap map;
    private final int[] programmedInBlock;
    private final long durableSequence;
    private long lastSequence;
    private long stale;
    private long torn;
    private long corrupt;

    private Mount(FlashGeometry geometry, NandArray nand, PageIo pages, PageMap map) {
        this.geometry = geometry;
        this.nand = nand;
        this.pages = pages;
        this.map = map;
        programmedInBlock = new int[geometry.blocks()];
        durableSequence = nand.counters().sequence();
        lastSequence = durableSequence;
    }

    /** Reads the array into {@code map}, which is empty. Whatever it then says is durable. */
    static Mount scan(FlashGeometry geometry, NandArray nand, PageIo pages, PageMap map) {
        Mount mount = new Mount(geometry, nand, pages, map);
        if (nand.keepsData()) {
            mount.scanAllBlocks();
        }
        nand.force();
        return mount;
    }

    MountReport report() {
        return new MountReport(map.livePages(), stale, torn, corrupt);
    }

    /** Hands the blocks to their keepers: erased ones and dead ones to the pool, the others to the translation layer. */
    void settle(BlockPool pool, FlashTranslationLayer ftl) {
        ftl.resume(nand.counters(), lastSequence);
        for (int block = 0; block < programmedInBlock.length; block++) {
            if (programmedInBlock[block] == 0) {
                pool.addErased(block);
            }
        }
        for (int block = 0; block < programmedInBlock.length; block++) {
            int programmed = programmedInBlock[block];
            if (programmed > 0 && map.liveInBlock(block) == 0) {
                pool.retire(block);
            } else if (programmed > 0) {
                ftl.resumeBlock(block, programmed);
            }
        }
    }

    private void scanAllBlocks() {
        long[] sequences = new long[map.logicalPages()];
        byte[] areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        MemorySegment segment = MemorySegment.ofArray(areas);
        for (int block = 0; block < geometry.blocks(); block++) {
            nand.readOobs(block, segment);
            programmedInBlock[block] = programmed(areas);
            for (int page = 0; page < programmedInBlock[block]; page++) {
                judge(block, page, areas, sequences);
            }
        }
    }

    private void judge(int block, int page, byte[] areas, long[] sequences) {
        int at = page * OobFormat.BYTES;
        if (OobFormat.isFilledWith(OobFormat.ERASED, areas, at)
                || OobFormat.isFilledWith(OobFormat.DISCARDED, areas, at)) {
            return; // lost in a power cut while later pages of the block were not, or dropped by an earlier mount
        }
        boolean lastOfBlock = page == programmedInBlock[block] - 1;
        if (!OobFormat.isSound(areas, at) || !isLogical(OobFormat.logicalPage(areas, at))) {
            if (lastOfBlock) {
                drop(block, page);
            } else {
                corrupt++;
            }
            return;
        }
        int physicalPage = (block << geometry.blockShift()) + page;
        long sequence = OobFormat.sequence(areas, at);
        lastSequence = Math.max(lastSequence, sequence);
        if (sequence > durableSequence && !pages.dataMatches(physicalPage, areas, at)) {
            drop(block, page);
            return;
        }
        if (OobFormat.flags(areas, at) == OobFormat.FLAG_DAMAGED) {
            corrupt++;
        }
        enter(OobFormat.logicalPage(areas, at), physicalPage, sequence, sequences);
    }

    private void enter(int logicalPage, int physicalPage, long sequence, long[] sequences) {
        if (sequence <= sequences[logicalPage]) {
            stale++;
            return;
        }
        sequences[logicalPage] = sequence;
        if (map.map(logicalPage, physicalPage) != PageMap.UNMAPPED) {
            stale++;
        }
    }

    private void drop(int block, int page) {
        nand.discard(block, page);
        torn++;
    }

    private boolean isLogical(int logicalPage) {
        return logicalPage >= 0 && logicalPage < map.logicalPages();
    }

    /** One past the last page of the block that is not erased. */
    private static int programmed(byte[] areas) {
        int page = areas.length / OobFormat.BYTES;
        while (page > 0 && OobFormat.isFilledWith(OobFormat.ERASED, areas, (page - 1) * OobFormat.BYTES)) {
            page--;
        }
        return page;
    }
}
