package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.envm.TierConfig;

/**
 * One storage hierarchy to simulate. Every value is valid.
 *
 * @param flashBytes capacity of the flash device
 * @param flash its service times
 * @param flashBytesPerDay writes a day of 24 hours that its rating allows: what exceeds it is critical
 * @param envmBytes capacity of the ENVM; unused by {@link Scheme#BASE}
 * @param dayMicros what counts as a day; the limits shrink with it
 * @param magnification factor on the sizes of writes (Fig. 13), 1 for none
 * @param idleFloor see {@link TierConfig#idleFloor}
 */
public record SimulationConfig(
        Scheme scheme,
        long flashBytes,
        MediumTiming flash,
        double flashBytesPerDay,
        long dramBytes,
        long envmBytes,
        long dayMicros,
        int magnification,
        double idleFloor) {
    /** Of the flash capacity: 32 GB to 1 TB (section VI-D). */
    public static final double PAPER_ENVM_SHARE = 0.032;
    /** Of the flash capacity: 4 GB to 1 TB (section VI-A). */
    public static final double PAPER_DRAM_SHARE = 0.004;
    /** 110 GB a day for 1 TB of QLC flash (section VI-A). */
    public static final double QLC_DRIVE_WRITES_PER_DAY = 0.11;
    /** 100 GB a day for 32 GB of Optane (section VI-A; section VI-D says 110, ENVM reading 11). */
    public static final double OPTANE_DRIVE_WRITES_PER_DAY = 3.125;

    public static final long DAY_MICROS = 86_400_000_000L;

    public SimulationConfig {
        Check.that(flashBytes > 0, "flash bytes", flashBytes, "at least 1");
        Check.that(flashBytesPerDay >= 0, "flash bytes a day", flashBytesPerDay, "at least 0");
        Check.that(dramBytes >= 0, "DRAM bytes", dramBytes, "at least 0");
        Check.that(envmBytes >= 0, "ENVM bytes", envmBytes, "at least 0");
        Check.that(dayMicros > 0, "length of a day", dayMicros, "at least 1 us");
        Check.that(magnification >= 1 && magnification <= 1_024, "magnification", magnification, "1 to 1024");
    }

    /** The paper's shares and ratings for a flash device of this capacity. */
    public static SimulationConfig paper(Scheme scheme, long flashBytes) {
        return new SimulationConfig(
                scheme,
                flashBytes,
                MediumTiming.QLC,
                QLC_DRIVE_WRITES_PER_DAY * flashBytes,
                (long) (PAPER_DRAM_SHARE * flashBytes),
                (long) (PAPER_ENVM_SHARE * flashBytes),
                DAY_MICROS,
                1,
                TierConfig.DEFAULT_IDLE_FLOOR);
    }

    public SimulationConfig withScheme(Scheme newScheme) {
        return new SimulationConfig(
                newScheme,
                flashBytes,
                flash,
                flashBytesPerDay,
                dramBytes,
                envmBytes,
                dayMicros,
                magnification,
                idleFloor);
    }

    public SimulationConfig withFlash(long bytes, MediumTiming timing, double bytesPerDay) {
        return new SimulationConfig(
                scheme, bytes, timing, bytesPerDay, dramBytes, envmBytes, dayMicros, magnification, idleFloor);
    }

    public SimulationConfig withCaches(long newDramBytes, long newEnvmBytes) {
        return new SimulationConfig(
                scheme,
                flashBytes,
                flash,
                flashBytesPerDay,
                newDramBytes,
                newEnvmBytes,
                dayMicros,
                magnification,
                idleFloor);
    }

    public SimulationConfig withDay(long micros) {
        return new SimulationConfig(
                scheme, flashBytes, flash, flashBytesPerDay, dramBytes, envmBytes, micros, magnification, idleFloor);
    }

    public SimulationConfig withMagnification(int factor) {
        return new SimulationConfig(
                scheme, flashBytes, flash, flashBytesPerDay, dramBytes, envmBytes, dayMicros, factor, idleFloor);
    }

    public SimulationConfig withIdleFloor(double share) {
        return new SimulationConfig(
                scheme, flashBytes, flash, flashBytesPerDay, dramBytes, envmBytes, dayMicros, magnification, share);
    }

    /** Bytes that flash may take in one {@link #dayMicros}. */
    public double flashLimit() {
        return flashBytesPerDay * dayMicros / DAY_MICROS;
    }

    /** Bytes that the ENVM may take in one {@link #dayMicros}. */
    public double envmLimit() {
        return OPTANE_DRIVE_WRITES_PER_DAY * envmBytes * dayMicros / DAY_MICROS;
    }

    TierConfig tier() {
        return TierConfig.of(
                        scheme.policy(), pages(dramBytes), scheme.hasEnvm() ? pages(envmBytes) : 0, flash.accessNanos())
                .withBudget(flashLimit() / RequestLog.PAGE_BYTES, dayMicros * 1_000)
                .withIdleFloor(idleFloor);
    }

    private static int pages(long bytes) {
        return (int) Math.min(bytes / RequestLog.PAGE_BYTES, 1 << 28);
    }
}
