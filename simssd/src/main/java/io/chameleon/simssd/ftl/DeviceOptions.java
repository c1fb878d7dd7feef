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
 * The options of a device besides its geometry and its array.
 *
 * @param schedule null for a single first-come, first-served queue, kept by the pacer
 */
public record DeviceOptions(
        Pacer pacer, @Nullable PlaneSchedule schedule, DeviceHealth health, int ratedErases, MountProgress progress) {
    /** Default rated erases of a block: MLC flash of the papers' time. */
    public static final int DEFAULT_RATED_ERASES = 3_000;

    /** Virtual time, one server, no clock. */
    public static DeviceOptions standard() {
        DeviceHealth health = new DeviceHealth(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        return new DeviceOptions(Pacer.virtual(), null, health, DEFAULT_RATED_ERASES, MountProgress.NONE);
    }
}
