package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import java.lang.foreign.MemorySegment;

/** Passes every live page with its owner bytes to a visitor, block by block. */
public final class LivePageScan {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final PageMap map;
    private final byte[] areas;
    private final MemorySegment segment;

    public LivePageScan(FlashGeometry geometry, NandArray nand, PageMap map) {
        this.geometry = geometry;
        this.nand = nand;
        this.map = map;
        areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        segment = MemorySegment.ofArray(areas);
    }

    public void run(PageVisitor visitor) {
        for (int block = 0; block < geometry.blocks(); block++) {
            if (map.liveInBlock(block) > 0) {
                nand.readOobs(block, segment);
                showBlock(block << geometry.blockShift(), visitor);
            }
        }
    }

    private void showBlock(int first, PageVisitor visitor) {
        for (int offset = 0; offset < geometry.pagesPerBlock(); offset += map.span()) {
            // The mask is a copy, and a visitor may trim, so the map is checked again.
            for (long live = map.liveMask(first + offset); live != 0; live &= live - 1) {
                int page = offset + Long.numberOfTrailingZeros(live);
                int logicalPage = map.logicalOf(first + page);
                if (map.physicalOf(logicalPage) == first + page) {
                    showPage(logicalPage, page * OobFormat.BYTES, visitor);
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
