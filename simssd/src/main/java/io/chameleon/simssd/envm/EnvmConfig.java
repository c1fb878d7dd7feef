package io.chameleon.simssd.envm;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashGeometry;

/**
 * The configuration of a tier in front of a device. Every value is valid.
 *
 * @param envmBytes page bytes the ENVM holds; 0 for no tier at all
 * @param dramBytes page bytes the DRAM cache holds; 0 for none
 * @param driveWritesPerDay full writes of the flash device per day that its rating allows, the write budget of
 *     {@link EnvmPolicy#NLCWIP}; 0 for no limit
 */
public record EnvmConfig(
        EnvmPolicy policy, long envmBytes, long dramBytes, double driveWritesPerDay, EnvmTiming timing) {
    /** 200 TB written over five years per TB: the QLC device of the paper, 110 GB a day. */
    public static final double QLC_DRIVE_WRITES_PER_DAY = 0.11;

    /** No tier; has a policy and a budget for a tier that is added later. */
    public static final EnvmConfig NONE = EnvmConfig.of(0, 64 << 20);

    static final long LEAST_BYTES = 1L << 16;
    private static final long MOST_BYTES = 1L << 40;

    public EnvmConfig {
        Check.that(
                envmBytes == 0 || (envmBytes >= LEAST_BYTES && envmBytes <= MOST_BYTES),
                "server.envm.bytes",
                envmBytes,
                "0 for none, or 64 KiB to 1 TiB");
        Check.that(dramBytes >= 0 && dramBytes <= MOST_BYTES, "server.envm.dram-bytes", dramBytes, "0 to 1 TiB");
        Check.that(
                driveWritesPerDay >= 0 && driveWritesPerDay <= 1_000,
                "server.envm.drive-writes-per-day",
                driveWritesPerDay,
                "0 to 1000");
    }

    /** Policy III with the budget of a QLC device. */
    public static EnvmConfig of(long envmBytes, long dramBytes) {
        return new EnvmConfig(EnvmPolicy.NLCWIP, envmBytes, dramBytes, QLC_DRIVE_WRITES_PER_DAY, EnvmTiming.OPTANE);
    }

    /** Whether there is a tier. */
    public boolean isOn() {
        return envmBytes > 0;
    }

    EnvmConfig withEnvmBytes(long bytes) {
        return new EnvmConfig(policy, bytes, dramBytes, driveWritesPerDay, timing);
    }

    int cells(FlashGeometry geometry) {
        return pages(envmBytes, geometry);
    }

    TierConfig tier(FlashGeometry geometry) {
        double limit = driveWritesPerDay == 0 ? Double.POSITIVE_INFINITY : driveWritesPerDay * geometry.logicalPages();
        return TierConfig.of(
                        policy,
                        pages(dramBytes, geometry),
                        cells(geometry),
                        timing.flash().toNanos())
                .withBudget(limit, TierConfig.DAY_NANOS);
    }

    private static int pages(long bytes, FlashGeometry geometry) {
        return (int) Math.min(bytes / geometry.pageBytes(), 1 << 28);
    }
}
