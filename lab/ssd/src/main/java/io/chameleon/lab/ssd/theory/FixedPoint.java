package io.chameleon.lab.ssd.theory;

/**
 * A fixed point of the mean-field model.
 *
 * @param writeAmplification Eq. 5: pages programmed per page the host writes
 * @param hotBlocks share of the blocks that are marked hot
 * @param swapsPerCollection share of the collections that were the second one of a swap; 0 for HCWF
 * @param meanVictimPages valid pages of a victim, mean over all collections
 * @param residual largest component of the drift F at the fixed point
 * @param steps implicit Euler steps taken
 */
public record FixedPoint(
        double writeAmplification,
        double hotBlocks,
        double swapsPerCollection,
        double meanVictimPages,
        double residual,
        int steps) {
    /** Every fixed point's residual is below this; nearly all are below 1e-13. */
    public static final double TOLERANCE = 1e-9;
}
