package io.chameleon.balancer;

import io.chameleon.core.Require;
import java.time.Duration;

/**
 * Repair's knobs.
 *
 * @param bytesPerSecond fragments that repair and drains write, at most
 * @param after how long a server is away before what it holds is made anew elsewhere
 * @param headroom share of each device that repair, drains and bulk copies leave free
 */
public record RepairConfig(long bytesPerSecond, Duration after, double headroom) {
    /** 32 MiB/s, 10 min, 5 %. */
    public static final RepairConfig DEFAULTS = new RepairConfig(32L << 20, Duration.ofMinutes(10), 0.05);

    public RepairConfig {
        Require.that(bytesPerSecond >= 1024, "balancer.repair-rate", bytesPerSecond, "at least 1 KiB per second");
        Require.that(!after.isNegative(), "balancer.repair-after", after, "0 or more");
        Require.that(
                headroom >= 0 && headroom <= 0.5,
                "balancer.headroom",
                headroom,
                "a share of each device's capacity, 0 to 0.5");
    }
}
