package io.chameleon.simssd.frontier;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.PageMap;

/**
 * An implementation of a write mode: chooses the frontier of every host write and of every victim's pages. Cost: O(1),
 * no allocation.
 */
public interface FrontierChoice {
    /** Frontiers for host writes; they are the first ones, and never stay full between two writes. */
    int hostFrontiers();

    /** Called once per host write, in order. */
    int frontierOfWrite(int logicalPage, WriteHint hint);

    /** The frontier for the live pages of a block when it is collected. */
    int frontierOfCopies(int block);

    /**
     * Whether pages of this frontier are expected to die sooner than the rest: with wear levelling it gets the least
     * worn blocks.
     */
    boolean isHot(int frontier);

    /**
     * The label of a block found at mount, from one of its live pages. Images do not store labels; the next overwrites
     * correct them.
     */
    default int labelAtMount(@SuppressWarnings("unused") int logicalPage) {
        return 0;
    }

    static FrontierChoice of(FlashConfig config, PageMap map, BlockLabels labels) {
        return switch (config.writeMode()) {
            case SINGLE -> new PlainFrontierChoice(0);
            case HOST_AND_COPIES -> new PlainFrontierChoice(1);
            case HOT_COLD_AND_COPIES -> new HotColdFrontierChoice(config, labels, 2);
            case HCWF, HCWF_SWAP -> new HotColdFrontierChoice(config, labels, HotColdFrontierChoice.WHERE_THEY_WERE);
            case COLD -> new TemperatureFrontierChoice(config, map, labels);
        };
    }
}
