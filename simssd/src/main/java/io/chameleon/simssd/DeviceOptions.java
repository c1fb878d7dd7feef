package io.chameleon.simssd;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What a device is given beside its shape and its array.
 *
 * @param schedule null: one server, first come first served, and the pacer does the queueing
 */
record DeviceOptions(
        Pacer pacer, @Nullable PlaneSchedule schedule, DeviceHealth health, int ratedErases, MountProgress progress) {
    /** Erases that a block is rated for unless told otherwise: MLC flash of the papers' time. */
    static final int DEFAULT_RATED_ERASES = 3_000;

    /** Virtual time, one server, no clock. */
    static DeviceOptions standard() {
        DeviceHealth health = new DeviceHealth(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        return new DeviceOptions(Pacer.virtual(), null, health, DEFAULT_RATED_ERASES, MountProgress.NONE);
    }
}
