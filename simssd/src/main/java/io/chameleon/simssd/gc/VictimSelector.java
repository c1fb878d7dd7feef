package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.blocks.PageMap;

/**
 * Chooses the block that garbage collection empties. It knows the full blocks, its candidates, and is notified of every
 * page that dies.
 */
public interface VictimSelector {
    int NONE = -1;

    /** A block has filled up and may be collected from now on. */
    void add(int block, int livePages);

    /** A page of the block died. Blocks that were not added, or were removed since, do not concern the selector. */
    void pageDied(int block, int livePages);

    /**
     * Removes and returns the next victim. {@link #NONE} if there is no candidate, or if collecting would certainly
     * gain nothing.
     */
    int select();

    /** Removes a candidate that is collected for other reasons. */
    void remove(int block);

    /** Loads what {@link #pageDied} will need of the block into the caches, if anything. */
    default void fetch(int block) {}

    static VictimSelector of(VictimPolicy victims, FlashGeometry geometry, PageMap map, FastRandom random) {
        return switch (victims) {
            case VictimPolicy.Greedy _ -> new GreedySelector(geometry);
            case VictimPolicy.Random _ -> new ChoicesSelector(1, geometry, map, random);
            case VictimPolicy.Fifo _ -> new FifoSelector(geometry);
            case VictimPolicy.Choices policy -> new ChoicesSelector(policy.choices(), geometry, map, random);
            case VictimPolicy.WindowedGreedy policy -> new WindowedGreedySelector(policy.window(), geometry, map);
            case VictimPolicy.CostBenefit _ -> new CostBenefitSelector(geometry);
        };
    }

    /** Creates a selector for a device. */
    @FunctionalInterface
    interface Factory {
        VictimSelector create(FlashGeometry geometry, PageMap map, FastRandom random);

        /** Selectors of the policy's kind. */
        static Factory of(VictimPolicy victims) {
            return (geometry, map, random) -> VictimSelector.of(victims, geometry, map, random);
        }
    }
}
