package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;

/**
 * The block with the highest {@code age * (1 - u) / 2u}: u its live share, age the time since a page of it last died or
 * it filled up (Kawaguchi, Nishioka, Motoda, USENIX 1995). Time is counted in such events.
 *
 * <p>Exact without a scan of the blocks: among blocks with equally many live pages the one at the head of their list is
 * the oldest, so only one block per number of live pages is compared. O(pages per block) per victim, which frees at
 * most as many pages; all else O(1).
 */
final class CostBenefitSelector implements VictimSelector {
    private final int pagesPerBlock;
    private final BlockLists byLivePages;
    private final long[] changedAt;
    private long now;

    CostBenefitSelector(FlashGeometry geometry) {
        pagesPerBlock = geometry.pagesPerBlock();
        byLivePages = new BlockLists(geometry.blocks(), pagesPerBlock + 1);
        changedAt = new long[geometry.blocks()];
    }

    @Override
    public void add(int block, int livePages) {
        byLivePages.append(livePages, block);
        changedAt[block] = ++now;
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
        int victim = byLivePages.first(0); // no live pages: free to collect
        if (victim == BlockLists.NONE) {
            victim = mostBeneficial();
        }
        if (victim != NONE) {
            byLivePages.remove(victim);
        }
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

    private int mostBeneficial() {
        int best = NONE;
        double highest = 0;
        for (int live = 1; live < pagesPerBlock; live++) {
            int oldest = byLivePages.first(live);
            if (oldest != BlockLists.NONE && benefit(oldest, live) > highest) {
                highest = benefit(oldest, live);
                best = oldest;
            }
        }
        return best;
    }

    private double benefit(int block, int live) {
        return (now - changedAt[block] + 1.0) * (pagesPerBlock - live) / (2.0 * live);
    }
}
