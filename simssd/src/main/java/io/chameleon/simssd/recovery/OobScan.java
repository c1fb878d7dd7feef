package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.IntList;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.report.MountReport;
import java.lang.foreign.MemorySegment;

/**
 * One pass over all out-of-band areas that fills a map: the highest sequence number of a logical page wins, unless the
 * page was trimmed since.
 *
 * <p>Areas are judged by their own checksum. The data behind an area is read only for programs not noted as durable:
 * noted ones are known to be intact, the others may have reached the disk without their data. Torn pages are dropped
 * and marked, since the next sync would otherwise vouch for them. Intact ones, and equally recent trims, are written
 * again: if a former process failed to force them, the next force would vouch for them without writing them.
 *
 * <p>Cost: all areas, 1.6 % of the device, plus the pages written since the sync before the last; 2 bytes of heap per
 * logical page besides the map during the scan.
 */
final class OobScan {
    private static final int BYTES_AT_ONCE = 1 << 20;

    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final NandArray nand;
    private final PageIo pages;
    private final FoundPages found;
    private final int[] physicalOf;
    private final PageSequences sequences;
    private final int[] programmedInBlock;
    private final MountProgress progress;
    private final long durableSequence;
    private final long newestAllowed;
    private long lastSequence;
    private long stale;
    private long torn;
    private long corrupt;

    /** @param newestAllowed programs after this sequence number are dropped, intact or not */
    OobScan(
            FlashGeometry geometry,
            NandArray nand,
            PageIo pages,
            long newestAllowed,
            FoundPages found,
            MountProgress progress) {
        this.geometry = geometry;
        numbers = geometry.pageNumbers();
        this.nand = nand;
        this.pages = pages;
        this.newestAllowed = newestAllowed;
        this.progress = progress;
        this.found = found;
        physicalOf = found.map().physicalPages();
        sequences = new PageSequences(found.map().lend(), nand.keepsData() ? physicalOf.length : 0);
        programmedInBlock = found.programmedInBlock();
        durableSequence = nand.counters().durableSequence();
        lastSequence = nand.counters().sequence();
    }

    /** An array that stores no data has nothing to scan. */
    OobScan run() {
        if (!nand.keepsData()) {
            return this;
        }
        loadTrims();
        int areaBytes = geometry.pagesPerBlock() * OobFormat.BYTES;
        int atOnce = Math.min(geometry.blocks(), Math.max(1, BYTES_AT_ONCE / areaBytes));
        byte[] areas = new byte[atOnce * areaBytes];
        MemorySegment segment = MemorySegment.ofArray(areas);
        byte[] ofBlock = new byte[areaBytes];
        for (int first = 0; first < geometry.blocks(); first += atOnce) {
            int count = Math.min(atOnce, geometry.blocks() - first);
            progress.at("scan", first, geometry.blocks());
            nand.readOobs(first, count, segment.asSlice(0, (long) count * areaBytes));
            for (int i = 0; i < count; i++) {
                System.arraycopy(areas, i * areaBytes, ofBlock, 0, areaBytes);
                judgeBlock(first + i, ofBlock);
            }
        }
        boolean possible = found.map().derive();
        if (!possible) {
            throw new IllegalStateException("two logical pages on one physical page");
        }
        return this;
    }

    private void judgeBlock(int block, byte[] areas) {
        programmedInBlock[block] = programmed(areas);
        for (int page = 0; page < programmedInBlock[block]; page++) {
            judge(block, page, areas);
        }
    }

    /** A trim may be on disk although the programs before it are not: new programs must still get higher numbers. */
    private void loadTrims() {
        IntList young = new IntList();
        corrupt += nand.loadTrims((page, trim) -> {
            sequences.set(page, trim);
            lastSequence = Math.max(lastSequence, trim);
            if (trim >= durableSequence) {
                young.add(page);
            }
        });
        int[] again = new int[1];
        for (int i = 0; i < young.size(); i++) {
            again[0] = young.get(i);
            nand.saveTrims(again, 1, sequences.get(again[0]));
        }
    }

    /** Highest sequence number seen, dropped pages and trims included. */
    long lastSequence() {
        return lastSequence;
    }

    MountReport report() {
        return new MountReport(found.map().livePages(), stale, torn, corrupt);
    }

    private void judge(int block, int page, byte[] areas) {
        int at = page * OobFormat.BYTES;
        if (OobFormat.isFilledWith(OobFormat.ERASED, areas, at)
                || OobFormat.isFilledWith(OobFormat.DISCARDED, areas, at)) {
            return; // lost in a power cut while later pages of the block were not, or dropped by an earlier mount
        }
        if (!OobFormat.isIntact(areas, at) || !isLogical(OobFormat.logicalPage(areas, at))) {
            judgeDamaged(block, page);
            return;
        }
        long sequence = OobFormat.sequence(areas, at);
        lastSequence = Math.max(lastSequence, sequence);
        int physicalPage = numbers.first(block) + page;
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

    private void judgeDamaged(int block, int page) {
        boolean lastOfBlock = page == programmedInBlock[block] - 1;
        if (lastOfBlock) {
            drop(block, page);
        } else {
            corrupt++;
        }
    }

    private void enter(int logicalPage, int physicalPage, long sequence) {
        if (sequence <= sequences.get(logicalPage)) {
            stale++;
            return;
        }
        sequences.set(logicalPage, sequence);
        stale += physicalOf[logicalPage] == PageMap.UNMAPPED ? 0 : 1;
        physicalOf[logicalPage] = physicalPage;
    }

    private void drop(int block, int page) {
        nand.discard(block, page);
        torn++;
    }

    private boolean isLogical(int logicalPage) {
        return logicalPage >= 0 && logicalPage < physicalOf.length;
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
