package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;

/**
 * The block with the fewest live pages; among equals the one that reached that number first, which spreads the wear.
 *
 * <p>One list of blocks per number of live pages. All operations O(1); {@code select} amortised, since its search for
 * the lowest list climbs no further than page deaths have lowered it.
 */
final class GreedySelector implements VictimSelector {
    private final int pagesPerBlock;
    private final BlockLists byLivePages;
    private int lowest;

    GreedySelector(FlashGeometry geometry) {
        pagesPerBlock = geometry.pagesPerBlock();
        byLivePages = new BlockLists(geometry.blocks(), pagesPerBlock + 1);
        lowest = pagesPerBlock;
    }

    @Override
    public void add(int block, int livePages) {
        byLivePages.append(livePages, block);
        lowest = Math.min(lowest, livePages);
    }

    @Override
    public void pageDied(int block, int livePages) {
        if (byLivePages.isListed(block)) {
            byLivePages.remove(block);
            add(block, livePages);
        }
    }

    @Override
    public int select() {
        while (lowest < pagesPerBlock && byLivePages.first(lowest) == BlockLists.NONE) {
            lowest++;
        }
        if (lowest == pagesPerBlock) {
            return NONE;
        }
        int victim = byLivePages.first(lowest);
        byLivePages.remove(victim);
        return victim;
    }

    @Override
    public void remove(int block) {
        byLivePages.remove(block);
    }

    @Override
    public void fetch(int block) {
        byLivePages.fetch(block);
    }

    boolean has(int block) {
        return byLivePages.isListed(block);
    }
}
