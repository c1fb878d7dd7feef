package io.chameleon.simssd.gc;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.blocks.PageMap;

/** Chooses the block that garbage collection empties. Knows the full blocks, its candidates, and hears of every page that dies. */
public interface VictimSelector {
    int NONE = -1;

    /** A block has filled up and may be collected from now on. */
    void add(int block, int livePages);

    /** A page of the block died; blocks that were not added, or were taken out since, are none of the selector's business. */
    void pageDied(int block, int livePages);

    /** Takes out the next victim. {@link #NONE} if there is no candidate, or if collecting would surely gain nothing. */
    int select();

    /** Takes out a candidate that is collected for other reasons. */
    void remove(int block);

    /** Reads what {@link #pageDied} will need of the block into the caches, if that is anything. */
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

    /** Makes a selector for a device. */
    @FunctionalInterface
    interface Factory {
        VictimSelector create(FlashGeometry geometry, PageMap map, FastRandom random);

        /** Selectors of the policy's kind. */
        static Factory of(VictimPolicy victims) {
            return (geometry, map, random) -> VictimSelector.of(victims, geometry, map, random);
        }
    }
}
