package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.WearLevelling;
import io.chameleon.simssd.blocks.BlockPool;

/** An implementation of wear levelling. It only chooses blocks; the {@link GarbageCollector} moves their contents. */
interface WearLeveller {
    int NONE = -1;

    /** For policies that choose no blocks. */
    WearLeveller IDLE = new WearLeveller() {};

    /**
     * A block that should swap with this victim: its content moves onto the victim's block. A candidate, or
     * {@link #NONE}.
     */
    default int insteadOf(int victim) {
        return NONE;
    }

    /**
     * A worn block that should exchange contents with {@link #partner}; both candidates. {@link #NONE} if none should.
     */
    default int wornOut() {
        return NONE;
    }

    /** The young block that goes with the last {@link #wornOut}. */
    default int partner() {
        return NONE;
    }

    /** The block is being erased. */
    default void erased(int block) {}

    /** The block was filled with content chosen by this policy, cold or not. */
    default void filled(int block, boolean cold) {}

    static WearLeveller of(FlashConfig config, BlockPool pool, Candidates candidates) {
        return switch (config.collection().levelling()) {
            case WearLevelling.None _, WearLevelling.Dynamic _ -> IDLE;
            case WearLevelling.Static policy ->
                new StaticLeveller(
                        policy.threshold(),
                        pool,
                        candidates,
                        new FastRandom(~config.collection().seed()));
            case WearLevelling.DualPool policy ->
                new DualPoolLeveller(policy.threshold(), config.geometry(), pool, candidates);
        };
    }
}
