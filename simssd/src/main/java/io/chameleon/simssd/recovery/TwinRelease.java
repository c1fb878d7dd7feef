package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;

/**
 * Frees a block on an array without free blocks: one whose live pages all have a twin elsewhere, with the same content,
 * left by a collection that a crash cut short. The pages are dropped and the twins become live again.
 *
 * <p>One exists: the block last opened before the crash held only copies, and their victim was not erased yet, or it
 * would be free ({@link Mount}). Cost: one pass over all out-of-band areas; reads the pages it compares.
 */
final class TwinRelease {
    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final NandArray nand;
    private final PageIo pages;
    private final PageMap map;

    TwinRelease(FlashGeometry geometry, NandArray nand, PageIo pages, PageMap map) {
        this.geometry = geometry;
        numbers = geometry.pageNumbers();
        this.nand = nand;
        this.pages = pages;
        this.map = map;
    }

    /** Frees one block if it can. */
    void run() {
        Twins twins = new Twins(geometry, nand, pages, map);
        for (int block = 0; block < geometry.blocks(); block++) {
            if (!nand.isBad(block) && everyLivePageHasATwin(block, twins)) {
                release(block, twins);
                return;
            }
        }
    }

    private boolean everyLivePageHasATwin(int block, Twins twins) {
        for (int page = numbers.first(block); page < numbers.first(block + 1); page++) {
            if (isLive(page) && !twins.has(page)) {
                return false;
            }
        }
        return true;
    }

    private void release(int block, Twins twins) {
        for (int page = numbers.first(block); page < numbers.first(block + 1); page++) {
            if (isLive(page)) {
                int logicalPage = map.logicalOf(page);
                nand.discard(block, page - numbers.first(block));
                map.map(logicalPage, twins.of(logicalPage));
            }
        }
    }

    private boolean isLive(int page) {
        return map.physicalOf(map.logicalOf(page)) == page;
    }
}
