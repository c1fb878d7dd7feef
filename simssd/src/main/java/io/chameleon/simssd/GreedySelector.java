package io.chameleon.simssd;

/**
 * The block with the fewest live pages; the one that came to that number first among equals, which spreads the wear.
 *
 * <p>One circular doubly linked list of blocks per number of live pages, threaded through two int arrays; list heads are the
 * entries after the blocks. All operations O(1); {@code select} amortised, since its search for the lowest list climbs no further than page
 * deaths have lowered it.
 */
final class GreedySelector implements VictimSelector {
    private static final int UNLISTED = -1;

    private final int blocks;
    private final int pagesPerBlock;
    private final int[] next;
    private final int[] previous;
    private int lowest;

    GreedySelector(FlashGeometry geometry) {
        blocks = geometry.blocks();
        pagesPerBlock = geometry.pagesPerBlock();
        int entries = Math.addExact(blocks, pagesPerBlock + 1);
        next = new int[entries];
        previous = new int[entries];
        for (int entry = 0; entry < entries; entry++) {
            boolean head = entry >= blocks;
            next[entry] = head ? entry : UNLISTED;
            previous[entry] = head ? entry : UNLISTED;
        }
        lowest = pagesPerBlock;
    }

    @Override
    public void add(int block, int livePages) {
        int head = blocks + livePages;
        int tail = previous[head];
        next[tail] = block;
        previous[block] = tail;
        next[block] = head;
        previous[head] = block;
        lowest = Math.min(lowest, livePages);
    }

    @Override
    public void pageDied(int block, int livePages) {
        if (next[block] != UNLISTED) {
            remove(block);
            add(block, livePages);
        }
    }

    @Override
    public int select() {
        while (lowest < pagesPerBlock && next[blocks + lowest] == blocks + lowest) {
            lowest++;
        }
        if (lowest == pagesPerBlock) {
            return NONE;
        }
        int victim = next[blocks + lowest];
        remove(victim);
        return victim;
    }

    private void remove(int block) {
        int before = previous[block];
        int after = next[block];
        next[before] = after;
        previous[after] = before;
        next[block] = UNLISTED;
    }
}
