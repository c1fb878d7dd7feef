package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import java.util.Arrays;

/**
 * What is where on an array that is being mounted. Memory: that of a {@link PageMap}, and 4 bytes per block while the mount lasts.
 */
final class FoundPages {
    private final NandArray nand;
    private final PageMap map;
    private final int[] programmedInBlock;

    FoundPages(FlashGeometry geometry, NandArray nand) {
        this.nand = nand;
        map = new PageMap(geometry);
        programmedInBlock = new int[geometry.blocks()];
    }

    PageMap map() {
        return map;
    }

    /** One past the last page that is not erased, by block; 0 for an erased block. */
    int[] programmedInBlock() {
        return programmedInBlock;
    }

    /** Forgets everything: two of these at a time would be too much memory. */
    void clear() {
        map.clear();
        Arrays.fill(programmedInBlock, 0);
    }

    /** Whether the block is erased or may be: nothing in it is live, and it is not bad. */
    boolean isFree(int block) {
        return map.liveInBlock(block) == 0 && !nand.isBad(block);
    }

    int freeBlocks() {
        int free = 0;
        for (int block = 0; block < programmedInBlock.length; block++) {
            free += isFree(block) ? 1 : 0;
        }
        return free;
    }
}
