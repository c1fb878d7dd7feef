package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.blocks.PageMap;

/**
 * The block with the fewest live pages among the {@code window} blocks that filled up first (Hu et al., SYSTOR 2009).
 * O(1).
 *
 * <p>A greedy selector for the window, a queue for the others; when a block leaves the window, the head of the queue
 * enters.
 */
final class WindowedGreedySelector implements VictimSelector {
    private static final int QUEUE = 0;

    private final int window;
    private final PageMap map;
    private final GreedySelector inWindow;
    private final BlockLists queue;
    private int inWindowSize;

    WindowedGreedySelector(int window, FlashGeometry geometry, PageMap map) {
        this.window = window;
        this.map = map;
        inWindow = new GreedySelector(geometry);
        queue = new BlockLists(geometry.blocks(), 1);
    }

    @Override
    public void add(int block, int livePages) {
        queue.append(QUEUE, block);
        fillWindow();
    }

    @Override
    public void pageDied(int block, int livePages) {
        inWindow.pageDied(block, livePages);
    }

    /** A window of fully live blocks yields nothing, so it then admits the next block as well. */
    @Override
    public int select() {
        int victim = inWindow.select();
        for (int next = queue.first(QUEUE); victim == NONE && next != BlockLists.NONE; next = queue.first(QUEUE)) {
            admit(next);
            victim = inWindow.select();
        }
        if (victim != NONE) {
            leftWindow();
        }
        return victim;
    }

    @Override
    public void remove(int block) {
        if (inWindow.has(block)) {
            inWindow.remove(block);
            leftWindow();
        } else {
            queue.remove(block);
        }
    }

    @Override
    public void fetch(int block) {
        inWindow.fetch(block);
    }

    private void leftWindow() {
        inWindowSize--;
        fillWindow();
    }

    private void fillWindow() {
        int next = queue.first(QUEUE);
        while (inWindowSize < window && next != BlockLists.NONE) {
            admit(next);
            next = queue.first(QUEUE);
        }
    }

    private void admit(int block) {
        queue.remove(block);
        inWindow.add(block, map.liveInBlock(block));
        inWindowSize++;
    }
}
