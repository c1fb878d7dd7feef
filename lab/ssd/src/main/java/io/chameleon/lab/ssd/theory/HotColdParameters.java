package io.chameleon.lab.ssd.theory;

import io.chameleon.simssd.Check;

/**
 * A setting of the paper's model: hot and cold pages kept apart, victims chosen by d choices, writes as Rosenblum's.
 *
 * @param pagesPerBlock b, 2 to 256
 * @param spareFactor S_f, the share of the physical pages that holds no valid page; between 0 and 1
 * @param choices d, blocks drawn for a victim
 * @param swapChoices d*, blocks drawn for the second victim of a swap; 0: HCWF, which never swaps
 * @param hotProbability r, the probability that a write goes to a hot page; between 0 and 1
 * @param hotFraction f, the share of the logical pages that is hot; between 0 and 1
 */
public record HotColdParameters(
        int pagesPerBlock,
        double spareFactor,
        int choices,
        int swapChoices,
        double hotProbability,
        double hotFraction) {
    public HotColdParameters {
        Check.that(pagesPerBlock >= 2 && pagesPerBlock <= 256, "pages per block", pagesPerBlock, "2 to 256");
        share("spare factor", spareFactor);
        Check.that(choices >= 1, "choices d", choices, "1 or more");
        Check.that(swapChoices >= 0, "swap choices d*", swapChoices, "1 or more, or 0 for HCWF");
        share("hot probability r", hotProbability);
        share("hot fraction f", hotFraction);
    }

    private static void share(String name, double value) {
        Check.that(value > 0 && value < 1, name, value, "a number between 0 and 1, neither of them");
    }

    public boolean swaps() {
        return swapChoices > 0;
    }

    /** The same setting with another d*; 0 makes it HCWF. */
    public HotColdParameters withSwapChoices(int choices) {
        return new HotColdParameters(pagesPerBlock, spareFactor, this.choices, choices, hotProbability, hotFraction);
    }

    /** Probability that a write is of this class: 0 hot, 1 cold. */
    double writeShare(int type) {
        return type == Occupancy.HOT ? hotProbability : 1 - hotProbability;
    }

    /** Valid pages of this class per block of the device: 0 hot, 1 cold. */
    double validPages(int type) {
        double share = type == Occupancy.HOT ? hotFraction : 1 - hotFraction;
        return pagesPerBlock * (1 - spareFactor) * share;
    }
}
