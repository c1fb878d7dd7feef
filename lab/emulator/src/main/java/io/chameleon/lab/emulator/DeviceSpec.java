package io.chameleon.lab.emulator;

import io.chameleon.core.Require;
import io.chameleon.simssd.FlashTiming;

/**
 * How the device of one virtual server differs from the others.
 *
 * @param relativeCapacity share of the capacity an equal device would have, above 0; 1 is equal
 * @param ratedErases erases each block is rated for
 * @param timing of its flash
 * @param priorErases block erases before the run begins; they count as wear
 */
public record DeviceSpec(double relativeCapacity, int ratedErases, FlashTiming timing, long priorErases) {
    /** Rated erases unless specified otherwise: the rating at which enterprise TLC is sold. */
    public static final int DEFAULT_RATED_ERASES = 3_000;

    /** Equal capacity, Table II timing. */
    public static final DeviceSpec STANDARD = new DeviceSpec(1, DEFAULT_RATED_ERASES, FlashTiming.TABLE_II, 0);

    public DeviceSpec {
        Require.that(
                relativeCapacity > 0 && relativeCapacity <= 1_000,
                "relative capacity of a device",
                relativeCapacity,
                "above 0, at most 1000");
        Require.that(ratedErases >= 1, "rated erases of a device", ratedErases, "1 or more");
        Require.that(priorErases >= 0, "prior erases of a device", priorErases, "0 or more");
    }

    public DeviceSpec withRatedErases(int erases) {
        return new DeviceSpec(relativeCapacity, erases, timing, priorErases);
    }

    public DeviceSpec withRelativeCapacity(double capacity) {
        return new DeviceSpec(capacity, ratedErases, timing, priorErases);
    }

    public DeviceSpec withPriorErases(long erases) {
        return new DeviceSpec(relativeCapacity, ratedErases, timing, erases);
    }
}
