package io.chameleon.simssd.ftl;

import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.nand.PlaneSchedule;
import io.chameleon.simssd.report.DeviceHealth;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * What a device is given beside its shape and its array.
 *
 * @param schedule null: one server, first come first served, and the pacer does the queueing
 */
public record DeviceOptions(
        Pacer pacer, @Nullable PlaneSchedule schedule, DeviceHealth health, int ratedErases, MountProgress progress) {
    /** Erases that a block is rated for unless told otherwise: MLC flash of the papers' time. */
    public static final int DEFAULT_RATED_ERASES = 3_000;

    /** Virtual time, one server, no clock. */
    public static DeviceOptions standard() {
        DeviceHealth health = new DeviceHealth(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        return new DeviceOptions(Pacer.virtual(), null, health, DEFAULT_RATED_ERASES, MountProgress.NONE);
    }
}
