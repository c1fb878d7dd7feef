package io.chameleon.simssd.recovery;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import java.util.Arrays;

/**
 * The locations found on an array that is being mounted. Memory: that of a {@link PageMap}, and 4 bytes per block
 * during the mount.
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

    /** Clears everything: two of these at a time would take too much memory. */
    void clear() {
        map.clear();
        Arrays.fill(programmedInBlock, 0);
    }

    /** Whether the block is or may be erased: it has no live pages and is not bad. */
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
