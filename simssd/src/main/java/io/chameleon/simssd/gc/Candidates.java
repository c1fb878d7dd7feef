package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.PageMap;
import org.jspecify.annotations.Nullable;

/**
 * The full blocks, as the victim policy sees them and, for write modes that swap, by label. Cost: that of the policy.
 */
public final class Candidates {
    static final int NONE = -1;

    private final PageNumbers numbers;
    private final PageMap map;
    private final VictimSelector selector;
    private final @Nullable SwapPartners partners;
    private final BlockSet all;

    public Candidates(FlashConfig config, VictimSelector.Factory selectors, PageMap map, BlockLabels labels) {
        numbers = config.geometry().pageNumbers();
        this.map = map;
        all = new BlockSet(config.geometry().blocks());
        FastRandom random = new FastRandom(config.collection().seed());
        selector = selectors.create(config.geometry(), map, random);
        partners = config.writeMode() == WriteMode.HCWF_SWAP ? new SwapPartners(config, map, labels, random) : null;
    }

    int size() {
        return all.size();
    }

    boolean has(int block) {
        return all.has(block);
    }

    /** Any candidate, uniformly, without removing it. There must be one. */
    int draw(FastRandom random) {
        return all.draw(random);
    }

    public void add(int block) {
        all.add(block);
        selector.add(block, map.liveInBlock(block));
        if (partners != null) {
            partners.add(block);
        }
    }

    public void pageDied(int block) {
        selector.pageDied(block, map.liveInBlock(block));
    }

    /** Prepares the caches for the death of these logical pages' physical ones. */
    public void fetch(int[] logicalPages, int from, int to) {
        for (int i = from; i < to; i++) {
            int page = map.physicalOf(logicalPages[i]);
            if (page != PageMap.UNMAPPED) {
                selector.fetch(numbers.blockOf(page));
            }
        }
    }

    /**
     * Removes and returns the policy's victim; a candidate with a dead page must exist. {@link #NONE} if the policy
     * finds none.
     */
    int take() {
        int victim = selector.select();
        if (victim == VictimSelector.NONE) {
            return NONE;
        }
        forget(victim);
        return victim;
    }

    /**
     * Removes and returns a second victim, drawn from the candidates with the label; {@link #NONE} if there is none.
     */
    int takePartner(int label) {
        int partner = partners == null ? NONE : partners.select(label);
        if (partner != NONE) {
            remove(partner);
        }
        return partner;
    }

    /** Removes a candidate for other reasons. */
    void remove(int block) {
        selector.remove(block);
        forget(block);
    }

    private void forget(int block) {
        all.remove(block);
        if (partners != null) {
            partners.remove(block);
        }
    }
}
