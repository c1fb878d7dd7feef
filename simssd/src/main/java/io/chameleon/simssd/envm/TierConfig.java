package io.chameleon.simssd.envm;

import io.chameleon.simssd.Check;

/**
 * Shape and parameters of a {@link CacheTier}. Every value is valid.
 *
 * @param dramPages frames of the DRAM cache; 0 for none
 * @param envmPages cells of the ENVM; 0 for none, which is the paper's base case
 * @param flashAccessNanos average access latency of the flash device, of Eq. 4
 * @param hysteresis share by which modified data may exceed the concurrency threshold, 0 to 0.5
 * @param idleFloor share of the threshold below which opportunistic writeback leaves modified data in place, to be
 *     overwritten there; 0 writes all of it back in idle time, as the paper prints it (ENVM reading 3)
 * @param flashPagesPerDay write budget of the flash device under {@link EnvmPolicy#NLCWIP}; infinite for no limit
 * @param dayNanos length of a day of that budget; shorter than a day for a shortened trace
 */
public record TierConfig(
        EnvmPolicy policy,
        int dramPages,
        int envmPages,
        long flashAccessNanos,
        double hysteresis,
        double idleFloor,
        double flashPagesPerDay,
        long dayNanos) {
    public static final double DEFAULT_HYSTERESIS = 0.05;
    public static final double DEFAULT_IDLE_FLOOR = 0.5;
    public static final long DAY_NANOS = 86_400_000_000_000L;

    public TierConfig {
        Check.that(dramPages >= 0 && dramPages <= 1 << 28, "DRAM pages", dramPages, "0 to 2^28");
        Check.that(envmPages >= 0 && envmPages <= 1 << 28, "ENVM pages", envmPages, "0 to 2^28");
        Check.that(flashAccessNanos > 0, "flash access time", flashAccessNanos, "at least 1 ns");
        Check.that(hysteresis >= 0 && hysteresis <= 0.5, "hysteresis", hysteresis, "0 to 0.5");
        Check.that(idleFloor >= 0 && idleFloor <= 1, "idle floor", idleFloor, "0 to 1");
        Check.that(flashPagesPerDay >= 0, "flash pages a day", flashPagesPerDay, "at least 0");
        Check.that(dayNanos > 0, "length of a day", dayNanos, "at least 1 ns");
    }

    /** The paper's parameters, without a write budget. */
    public static TierConfig of(EnvmPolicy policy, int dramPages, int envmPages, long flashAccessNanos) {
        return new TierConfig(
                policy,
                dramPages,
                envmPages,
                flashAccessNanos,
                DEFAULT_HYSTERESIS,
                DEFAULT_IDLE_FLOOR,
                Double.POSITIVE_INFINITY,
                DAY_NANOS);
    }

    public TierConfig withBudget(double pagesPerDay, long lengthOfDayNanos) {
        return new TierConfig(
                policy, dramPages, envmPages, flashAccessNanos, hysteresis, idleFloor, pagesPerDay, lengthOfDayNanos);
    }

    public TierConfig withIdleFloor(double share) {
        return new TierConfig(
                policy, dramPages, envmPages, flashAccessNanos, hysteresis, share, flashPagesPerDay, dayNanos);
    }
}
