package io.chameleon.simssd;

/**
 * Which faults a device's flash has, and how often. Whether an operation fails depends only on the seed, the location
 * and the erase cycle. So a run can be repeated, and a page read twice has the same bit errors twice.
 *
 * <p>Start from {@link #NONE} or {@link #seeded} and change what you need:
 * {@code FaultModel.seeded(7).withProgramFailures(1e-5)}.
 *
 * @param seed of all randomness
 * @param programFailures probability that a page program fails; the block is retired once its live pages are moved
 * @param eraseFailures probability that an erase fails; the block is retired
 * @param maxErases erases after which a block is retired ({@code W_max} of dchoices-hcwf-swap, section 5); 0: never
 * @param bitErrors raw bit errors of pages that are read
 * @param powerLossAfter array operations (programs, erases, syncs) after which the power fails in the middle of the
 *     next; {@link #NEVER}
 */
public record FaultModel(
        long seed,
        double programFailures,
        double eraseFailures,
        int maxErases,
        BitErrors bitErrors,
        long powerLossAfter) {
    /** No power loss. */
    public static final long NEVER = -1;

    /** Flash that never fails. */
    public static final FaultModel NONE = new FaultModel(0, 0, 0, 0, BitErrors.NONE, NEVER);

    public FaultModel {
        Check.probability("flash.program-failures", programFailures);
        Check.probability("flash.erase-failures", eraseFailures);
        Check.that(maxErases >= 0, "flash.max-erases", maxErases, "erases of a block, 0 for no limit");
        Check.that(powerLossAfter >= NEVER, "flash.power-loss-after", powerLossAfter, "array operations, -1 for never");
    }

    /** {@link #NONE} with a seed. */
    public static FaultModel seeded(long seed) {
        return new FaultModel(seed, 0, 0, 0, BitErrors.NONE, NEVER);
    }

    public FaultModel withProgramFailures(double probability) {
        return new FaultModel(seed, probability, eraseFailures, maxErases, bitErrors, powerLossAfter);
    }

    public FaultModel withEraseFailures(double probability) {
        return new FaultModel(seed, programFailures, probability, maxErases, bitErrors, powerLossAfter);
    }

    public FaultModel withMaxErases(int erases) {
        return new FaultModel(seed, programFailures, eraseFailures, erases, bitErrors, powerLossAfter);
    }

    public FaultModel withBitErrors(BitErrors errors) {
        return new FaultModel(seed, programFailures, eraseFailures, maxErases, errors, powerLossAfter);
    }

    public FaultModel withPowerLossAfter(long operations) {
        return new FaultModel(seed, programFailures, eraseFailures, maxErases, bitErrors, operations);
    }

    /**
     * Raw bit errors per bit read, {@code fresh + perThousandErases * (erases / 1000) ^ exponent}: a power law in the
     * block's erase count. A page with at most {@code correctable} of them is readable, one with more is corrupt.
     *
     * @param fresh rate of a block never erased
     * @param perThousandErases what 1,000 erases add
     * @param exponent 1 for linear growth
     * @param correctable bits per page that the error-correcting code corrects
     */
    public record BitErrors(double fresh, double perThousandErases, double exponent, int correctable) {
        /** No bit ever flips. */
        public static final BitErrors NONE = new BitErrors(0, 0, 1, 0);

        public BitErrors {
            Check.probability("flash.bit-errors.fresh", fresh);
            Check.probability("flash.bit-errors.per-thousand-erases", perThousandErases);
            Check.that(exponent > 0 && exponent <= 10, "flash.bit-errors.exponent", exponent, "above 0, at most 10");
            Check.that(correctable >= 0, "flash.bit-errors.correctable", correctable, "bits per page, at least 0");
        }

        /** Expected errors per bit, at most 1. */
        public double rate(int erases) {
            return Math.min(1, fresh + perThousandErases * Math.pow(erases / 1_000.0, exponent));
        }
    }
}
