package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/**
 * One pass over all out-of-band areas that fills a map: the highest sequence number of a logical page wins, unless the page was
 * trimmed since.
 *
 * <p>Areas are judged by their own checksum. The data behind an area is read only for programs not noted as durable: noted
 * ones are known to be whole, the others may have reached the disk without their data. Torn pages are dropped and
 * marked, since the next sync would otherwise vouch for them. Whole ones, and trims as young, are written once more: if a
 * former process failed to force them, the next force would vouch for them without having them written.
 *
 * <p>Cost: all areas, 1.6 % of the device, plus the pages written since the sync before the last; 8 bytes of heap per logical page while it
 * lasts.
 */
final class OobScan {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final PageIo pages;
    private final PageMap map;
    private final long[] sequences;
    private final int[] programmedInBlock;
    private final long durableSequence;
    private final long newestAllowed;
    private long lastSequence;
    private long stale;
    private long torn;
    private long corrupt;

    /** @param newestAllowed programs after this sequence number are dropped, whole or not */
    OobScan(FlashGeometry geometry, NandArray nand, PageIo pages, long newestAllowed) {
        this.geometry = geometry;
        this.nand = nand;
        this.pages = pages;
        this.newestAllowed = newestAllowed;
        map = new PageMap(geometry);
        sequences = new long[nand.keepsData() ? map.logicalPages() : 0];
        programmedInBlock = new int[geometry.blocks()];
        durableSequence = nand.counters().durableSequence();
        lastSequence = nand.counters().sequence();
    }

    /** An array that keeps no data has nothing to say. */
    OobScan run() {
        if (!nand.keepsData()) {
            return this;
        }
        loadTrims();
        byte[] areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        MemorySegment segment = MemorySegment.ofArray(areas);
        for (int block = 0; block < geometry.blocks(); block++) {
            nand.readOobs(block, segment);
            programmedInBlock[block] = programmed(areas);
            for (int page = 0; page < programmedInBlock[block]; page++) {
                judge(block, page, areas);
            }
        }
        return this;
    }

    /** A trim may be on disk although the programs before it are not: new ones must get higher numbers all the same. */
    private void loadTrims() {
        corrupt += nand.loadTrims(sequences);
        int[] page = new int[1];
        for (int i = 0; i < sequences.length; i++) {
            long trim = sequences[i];
            lastSequence = Math.max(lastSequence, trim);
            if (trim > 0 && trim >= durableSequence) {
                page[0] = i;
                nand.saveTrims(page, 1, trim);
            }
        }
    }

    PageMap map() {
        return map;
    }

    /** Highest sequence number seen, dropped pages and trims included. */
    long lastSequence() {
        return lastSequence;
    }

    /** One past the last page that is not erased, 0 for an erased block. */
    int programmedInBlock(int block) {
        return programmedInBlock[block];
    }

    /** Whether the block is erased or may be: nothing in it is live, and it is not bad. */
    boolean isFree(int block) {
        return map.liveInBlock(block) == 0 && !nand.isBad(block);
    }

    int freeBlocks() {
        int free = 0;
        for (int block = 0; block < geometry.blocks(); block++) {
            free += isFree(block) ? 1 : 0;
        }
        return free;
    }

    MountReport report() {
        return new MountReport(map.livePages(), stale, torn, corrupt);
    }

    private void judge(int block, int page, byte[] areas) {
        int at = page * OobFormat.BYTES;
        if (OobFormat.isFilledWith(OobFormat.ERASED, areas, at)
                || OobFormat.isFilledWith(OobFormat.DISCARDED, areas, at)) {
            return; // lost in a power cut while later pages of the block were not, or dropped by an earlier mount
        }
        if (!OobFormat.isSound(areas, at) || !isLogical(OobFormat.logicalPage(areas, at))) {
            judgeUnsound(block, page);
            return;
        }
        long sequence = OobFormat.sequence(areas, at);
        lastSequence = Math.max(lastSequence, sequence);
        int physicalPage = (block << geometry.blockShift()) + page;
        boolean mayBeTorn = sequence > durableSequence;
        if (mayBeTorn && (sequence > newestAllowed || !pages.dataMatches(physicalPage, areas, at))) {
            drop(block, page);
            return;
        }
        if (mayBeTorn) {
            nand.rewrite(block, page);
        }
        if (OobFormat.flags(areas, at) == OobFormat.FLAG_DAMAGED) {
            corrupt++;
        }
        enter(OobFormat.logicalPage(areas, at), physicalPage, sequence);
    }

    private void judgeUnsound(int block, int page) {
        boolean lastOfBlock = page == programmedInBlock[block] - 1;
        if (lastOfBlock) {
            drop(block, page);
        } else {
            corrupt++;
        }
    }

    private void enter(int logicalPage, int physicalPage, long sequence) {
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
