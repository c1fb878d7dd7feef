package io.chameleon.simssd.gc;

import io.chameleon.simssd.blocks.BlockPool;

/**
 * Moves content that stays onto blocks that are worn. The least worn block is looked for by a few random draws per victim: cold blocks
 * are many as long as the wear is uneven, and the draws need no structure to be kept. O(1).
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
