package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import java.lang.foreign.MemorySegment;

/** Passes every live page with its owner bytes to a visitor, block by block. */
public final class LivePageScan {
    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final NandArray nand;
    private final PageMap map;
    private final byte[] areas;
    private final MemorySegment segment;

    public LivePageScan(FlashGeometry geometry, NandArray nand, PageMap map) {
        this.geometry = geometry;
        numbers = geometry.pageNumbers();
        this.nand = nand;
        this.map = map;
        areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        segment = MemorySegment.ofArray(areas);
    }

    public void run(PageVisitor visitor) {
        for (int block = 0; block < geometry.blocks(); block++) {
            if (map.liveInBlock(block) > 0) {
                nand.readOobs(block, segment);
                showBlock(numbers.first(block), numbers.first(block + 1), visitor);
            }
        }
    }

    private void showBlock(int first, int end, PageVisitor visitor) {
        for (int from = first; from < end; from = PageMap.wordOf(from) + Long.SIZE) {
            // The mask is a copy, and a visitor may trim, so the map is checked again.
            for (long live = map.liveMask(from, end); live != 0; live &= live - 1) {
                int page = PageMap.wordOf(from) + Long.numberOfTrailingZeros(live);
                int logicalPage = map.logicalOf(page);
                if (map.physicalOf(logicalPage) == page) {
                    showPage(logicalPage, (page - first) * OobFormat.BYTES, visitor);
                }
            }
        }
    }

    private void showPage(int logicalPage, int at, PageVisitor visitor) {
        boolean intact = OobFormat.isIntact(areas, at) && OobFormat.flags(areas, at) == 0;
        if (intact || !nand.keepsData()) {
            visitor.visit(
                    logicalPage,
                    segment.asSlice(at + OobFormat.SPARE_OFFSET, OobFormat.SPARE_BYTES)
                            .asReadOnly());
        } else {
            visitor.corrupt(logicalPage);
        }
    }
}
