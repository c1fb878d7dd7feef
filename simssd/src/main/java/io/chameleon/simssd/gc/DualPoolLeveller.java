package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.BlockPool;

/**
 * The dual-pool algorithm of Li-Pin Chang, "On efficient wear leveling for large-scale flash-memory storage systems"
 * (SAC 2007):
 * <ul>
 *   <li><em>dirty swap</em>: when the most worn hot block is more than the threshold ahead of the least worn cold one,
 *       cold content moves to the former, and the two change pools;
 *   <li><em>cold pool resizing</em>: if a cold block, since it entered its pool, was erased more often than some hot
 *       block by more than the threshold, it is not cold: it changes pools;
 *   <li><em>hot pool resizing</em>: a hot block more than twice the threshold behind the most worn one is not hot: it
 *       changes pools.
 * </ul>
 * All blocks begin in the hot pool. Erases count at once here; on an image this may be before they are durable. O(log
 * blocks) per erase, 90 bytes per block.
 */
final class DualPoolLeveller implements WearLeveller {
    private final int threshold;
    private final Candidates candidates;
    private final int[] erases;
    private final int[] sinceMove;
    private final boolean[] cold;
    private final BlockHeap hotMostWorn;
    private final BlockHeap hotLeastWorn;
    private final BlockHeap hotLeastActive;
    private final BlockHeap coldLeastWorn;
    private final BlockHeap coldMostActive;
    private int partner = NONE;

    DualPoolLeveller(int threshold, FlashGeometry geometry, BlockPool pool, Candidates candidates) {
        int blocks = geometry.blocks();
        this.threshold = threshold;
        this.candidates = candidates;
        erases = pool.eraseCounts();
        sinceMove = new int[blocks];
        cold = new boolean[blocks];
        hotMostWorn = new BlockHeap(blocks);
        hotLeastWorn = new BlockHeap(blocks);
        hotLeastActive = new BlockHeap(blocks);
        coldLeastWorn = new BlockHeap(blocks);
        coldMostActive = new BlockHeap(blocks);
        for (int block = 0; block < blocks; block++) {
            enter(block);
        }
    }

    @Override
    public void erased(int block) {
        erases[block]++;
        sinceMove[block]++;
        enter(block);
    }

    @Override
    public void filled(int block, boolean isCold) {
        leave(block);
        cold[block] = isCold;
        sinceMove[block] = 0;
        enter(block);
    }

    @Override
    public int wornOut() {
        resize();
        if (hotMostWorn.isEmpty() || coldLeastWorn.isEmpty()) {
            return NONE;
        }
        int worn = hotMostWorn.first();
        partner = coldLeastWorn.first();
        boolean due = erases[worn] - erases[partner] > threshold;
        return due && candidates.has(worn) && candidates.has(partner) ? worn : NONE;
    }

    @Override
    public int partner() {
        return partner;
    }

    private void resize() {
        if (!hotLeastWorn.isEmpty()) {
            int least = hotLeastWorn.first();
            if (erases[hotMostWorn.first()] - erases[least] > 2 * threshold) {
                filled(least, true);
            }
        }
        if (!coldMostActive.isEmpty() && !hotLeastActive.isEmpty()) {
            int most = coldMostActive.first();
            if (sinceMove[most] - sinceMove[hotLeastActive.first()] > threshold) {
                filled(most, false);
            }
        }
    }

    private void enter(int block) {
        if (cold[block]) {
            coldLeastWorn.put(block, erases[block]);
            coldMostActive.put(block, -sinceMove[block]);
        } else {
            hotMostWorn.put(block, -erases[block]);
            hotLeastWorn.put(block, erases[block]);
            hotLeastActive.put(block, sinceMove[block]);
        }
    }

    private void leave(int block) {
        hotMostWorn.remove(block);
        hotLeastWorn.remove(block);
        hotLeastActive.remove(block);
        coldLeastWorn.remove(block);
        coldMostActive.remove(block);
    }
}
