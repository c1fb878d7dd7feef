package io.chameleon.simssd.gc;

import io.chameleon.simssd.blocks.BlockPool;

/**
 * Moves cold content onto worn blocks. A few random draws per victim find the least worn block: while the wear is
 * uneven, cold blocks are many, and draws need no data structure. O(1).
 */
final class StaticLeveller implements WearLeveller {
    private static final int DRAWS = 8;

    private final int threshold;
    private final BlockPool pool;
    private final Candidates candidates;
    private final FastRandom random;

    StaticLeveller(int threshold, BlockPool pool, Candidates candidates, FastRandom random) {
        this.threshold = threshold;
        this.pool = pool;
        this.candidates = candidates;
        this.random = random;
    }

    @Override
    public int insteadOf(int victim) {
        int least = NONE;
        int erases = pool.eraseCount(victim) - threshold;
        for (int draw = 0; draw < DRAWS && candidates.size() > 0; draw++) {
            int block = candidates.draw(random);
            if (pool.eraseCount(block) < erases) {
                least = block;
                erases = pool.eraseCount(block);
            }
        }
        return least;
    }
}
