package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import io.chameleon.simssd.nand.PageIo;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Frees a block on an array without free blocks: one whose live pages all have a twin elsewhere, with the same content,
 * left by a collection that a crash cut short. The pages are dropped and the twins become live again.
 *
 * <p>One exists: the block last opened before the crash held only copies, and their victim was not erased yet, or it
 * would be free ({@link Mount}). Cost: one pass over all out-of-band areas; reads the pages it compares.
 */
final class TwinRelease {
    private static final int NO_TWIN = -1;

    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final NandArray nand;
    private final PageIo pages;
    private final PageMap map;
    private final int[] twinOf;

    TwinRelease(FlashGeometry geometry, NandArray nand, PageIo pages, PageMap map) {
        this.geometry = geometry;
        numbers = geometry.pageNumbers();
        this.nand = nand;
        this.pages = pages;
        this.map = map;
        twinOf = new int[map.logicalPages()];
        Arrays.fill(twinOf, NO_TWIN);
    }

    /** Frees one block if it can. */
    void run() {
        findRunnersUp();
        for (int block = 0; block < geometry.blocks(); block++) {
            if (!nand.isBad(block) && everyLivePageHasATwin(block)) {
                release(block);
                return;
            }
        }
    }

    /** The newest page of each logical page that is neither live nor trimmed. */
    private void findRunnersUp() {
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
        if (!OobFormat.isIntact(areas, at)) {
            return;
        }
        int logicalPage = OobFormat.logicalPage(areas, at);
        if (logicalPage < 0 || logicalPage >= twinOf.length || map.physicalOf(logicalPage) == physicalPage) {
            return;
        }
        long sequence = OobFormat.sequence(areas, at);
        if (sequence > sequences[logicalPage]) {
            sequences[logicalPage] = sequence;
            twinOf[logicalPage] = physicalPage;
        }
    }

    private boolean everyLivePageHasATwin(int block) {
        for (int page = numbers.first(block); page < numbers.first(block + 1); page++) {
            if (isLive(page) && !hasTwin(page)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasTwin(int page) {
        int twin = twinOf[map.logicalOf(page)];
        return twin != NO_TWIN && pages.sameContent(page, twin);
    }

    private void release(int block) {
        for (int page = numbers.first(block); page < numbers.first(block + 1); page++) {
            if (isLive(page)) {
                int logicalPage = map.logicalOf(page);
                nand.discard(block, page - numbers.first(block));
                map.map(logicalPage, twinOf[logicalPage]);
            }
        }
    }

    private boolean isLive(int page) {
        return map.physicalOf(map.logicalOf(page)) == page;
    }
}
