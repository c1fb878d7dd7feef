package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;

/** The block that filled up first, however many live pages it holds. O(1). */
final class FifoSelector implements VictimSelector {
    private static final int QUEUE = 0;

    private final BlockLists queue;

    FifoSelector(FlashGeometry geometry) {
        queue = new BlockLists(geometry.blocks(), 1);
    }

    @Override
    public void add(int block, int livePages) {
        queue.append(QUEUE, block);
    }

    @Override
    public void pageDied(int block, int livePages) {}

    @Override
    public int select() {
        int victim = queue.first(QUEUE);
        if (victim == BlockLists.NONE) {
            return NONE;
        }
        queue.remove(victim);
        return victim;
    }

    @Override
    public void remove(int block) {
        queue.remove(block);
    }
}
