package io.chameleon.simssd.ftl;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.frontier.FrontierChoice;
import io.chameleon.simssd.gc.Candidates;
import io.chameleon.simssd.gc.FastRandom;

/**
 * Maps every logical page of an empty timing-only device at once (GC reading 2): hot pages are spread at random over
 * blocks marked hot, cold ones over the others. The places between them are unusable until their block is collected.
 * The frontiers stay empty.
 */
final class RandomFill {
    private static final int COLD = 0;
    private static final int HOT = 1;

    private final FlashConfig config;
    private final PageMap map;
    private final BlockLabels labels;
    private final BlockPool pool;
    private final FrontierChoice choice;
    private final Candidates candidates;
    private final FastRandom random;

    RandomFill(
            FlashConfig config,
            PageMap map,
            BlockLabels labels,
            BlockPool pool,
            FrontierChoice choice,
            Candidates candidates) {
        this.config = config;
        this.map = map;
        this.labels = labels;
        this.pool = pool;
        this.choice = choice;
        this.candidates = candidates;
        random = new FastRandom(~config.collection().seed());
    }

    void run(double hotBlockShare) {
        int blocks = config.geometry().blocks()
                - config.frontiers()
                - config.collection().freeBlocks();
        int hotBlocks = (int) Math.rint(hotBlockShare * blocks);
        int hotPages = countHot();
        checkRoom(hotBlockShare, hotBlocks, hotPages);
        checkRoom(hotBlockShare, blocks - hotBlocks, map.logicalPages() - hotPages);
        fill(HOT, hotBlocks, hotPages);
        fill(COLD, blocks - hotBlocks, map.logicalPages() - hotPages);
    }

    private int countHot() {
        int hot = 0;
        for (int page = 0; page < map.logicalPages(); page++) {
            hot += choice.labelAtMount(page);
        }
        return hot;
    }

    private void checkRoom(double share, int blocks, int pages) {
        boolean room = (long) blocks * config.geometry().pagesPerBlock() >= pages;
        Check.that(room, "share of hot blocks", share, "room for " + pages + " pages in " + blocks + " blocks");
    }

    /** Draws the places without replacement: the next place is taken with the probability pages left / places left. */
    private void fill(int label, int blocks, int pages) {
        int pagesPerBlock = config.geometry().pagesPerBlock();
        int placesLeft = blocks * pagesPerBlock;
        int pagesLeft = pages;
        int logicalPage = 0;
        for (int filled = 0; filled < blocks; filled++) {
            int block = pool.take(label);
            labels.put(block, label);
            for (int place = 0; place < pagesPerBlock; place++) {
                if (random.nextInt(placesLeft--) < pagesLeft) {
                    while (choice.labelAtMount(logicalPage) != label) {
                        logicalPage++;
                    }
                    map.map(logicalPage++, block * pagesPerBlock + place);
                    pagesLeft--;
                }
            }
            candidates.add(block);
        }
    }
}
