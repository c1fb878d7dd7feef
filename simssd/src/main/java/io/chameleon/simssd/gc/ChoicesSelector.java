package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.PageMap;

/** The d-choices algorithm: the block with the fewest live pages among d drawn at random. O(d) per victim. */
final class ChoicesSelector implements VictimSelector {
    private final int choices;
    private final PageMap map;
    private final FastRandom random;
    private final BlockSet candidates;

    ChoicesSelector(int choices, FlashGeometry geometry, PageMap map, FastRandom random) {
        this.choices = choices;
        this.map = map;
        this.random = random;
        candidates = new BlockSet(geometry.blocks());
    }

    @Override
    public void add(int block, int livePages) {
        candidates.add(block);
    }

    @Override
    public void pageDied(int block, int livePages) {}

    @Override
    public int select() {
        if (candidates.size() == 0) {
            return NONE;
        }
        int victim = candidates.fewestLive(choices, random, map);
        candidates.remove(victim);
        return victim;
    }

    @Override
    public void remove(int block) {
        candidates.remove(block);
    }
}
