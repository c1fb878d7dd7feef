package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.PageMap;

/** The candidates of each label, from which the second victim of a swap is drawn. O(d*) per draw, all else O(1). */
final class SwapPartners {
    static final int NONE = -1;

    private final int choices;
    private final FastRandom random;
    private final PageMap map;
    private final BlockLabels labels;
    private final BlockSet[] byLabel;

    SwapPartners(FlashConfig config, PageMap map, BlockLabels labels, FastRandom random) {
        choices = config.collection().swapChoices();
        this.random = random;
        this.map = map;
        this.labels = labels;
        byLabel = new BlockSet[config.frontiers()];
        for (int label = 0; label < byLabel.length; label++) {
            byLabel[label] = new BlockSet(config.geometry().blocks());
        }
    }

    void add(int block) {
        byLabel[labels.of(block)].add(block);
    }

    void remove(int block) {
        byLabel[labels.of(block)].remove(block);
    }

    /**
     * The block with the fewest live pages among d* drawn from those with the label; {@link #NONE} if there is none.
     */
    int select(int label) {
        BlockSet blocks = byLabel[label];
        return blocks.size() == 0 ? NONE : blocks.fewestLive(choices, random, map);
    }
}
