package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import io.chameleon.simssd.nand.PageIo;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The newest page of each logical page that is neither live nor trimmed: perhaps a copy of the live one. */
final class Twins {
    private static final int NONE = -1;

    private final PageIo pages;
    private final PageMap map;
    private final int[] twinOf;

    /** Cost: a pass over all out-of-band areas. */
    Twins(FlashGeometry geometry, NandArray nand, PageIo pages, PageMap map) {
        this.pages = pages;
        this.map = map;
        twinOf = new int[map.logicalPages()];
        Arrays.fill(twinOf, NONE);
        find(geometry, nand);
    }

    private void find(FlashGeometry geometry, NandArray nand) {
        PageNumbers numbers = geometry.pageNumbers();
        long[] sequences = new long[twinOf.length];
        int _ = nand.loadTrims((page, sequence) -> sequences[page] = sequence);
        byte[] areas = new byte[geometry.pagesPerBlock() * OobFormat.BYTES];
        MemorySegment segment = MemorySegment.ofArray(areas);
        for (int block = 0; block < geometry.blocks(); block++) {
            nand.readOobs(block, segment);
            for (int page = 0; page < geometry.pagesPerBlock(); page++) {
                consider(numbers.first(block) + page, areas, page * OobFormat.BYTES, sequences);
            }
        }
    }

    private void consider(int physicalPage, byte[] areas, int at, long[] sequences) {
        int logicalPage = OobFormat.isIntact(areas, at) ? OobFormat.logicalPage(areas, at) : NONE;
        if (logicalPage < 0 || logicalPage >= twinOf.length || map.physicalOf(logicalPage) == physicalPage) {
            return;
        }
        long sequence = OobFormat.sequence(areas, at);
        if (sequence > sequences[logicalPage]) {
            sequences[logicalPage] = sequence;
            twinOf[logicalPage] = physicalPage;
        }
    }

    /** Whether a live page has one with the same content; reads both. */
    boolean has(int page) {
        int twin = twinOf[map.logicalOf(page)];
        return twin != NONE && pages.sameContent(page, twin);
    }

    int of(int logicalPage) {
        return twinOf[logicalPage];
    }
}
