package io.chameleon.balancer.repair;

import io.chameleon.core.Require;
import java.time.Duration;

/**
 * Repair's parameters.
 *
 * @param bytesPerSecond the most bytes that repair and drains write, for each flash server that is up
 * @param after how long a server is absent before its fragments are remade elsewhere
 * @param headroom share of each device that repair, drains and bulk copies leave free
 * @param parallelism objects that are repaired at the same time
 */
public record RepairConfig(long bytesPerSecond, Duration after, double headroom, int parallelism) {
    private static final int PARALLELISM = 8;
    /** 8 MiB/s for each server, 10 min, 5 %, 8 objects. */
    public static final RepairConfig DEFAULTS = new RepairConfig(8L << 20, Duration.ofMinutes(10), 0.05);

    public RepairConfig {
        Require.that(
                bytesPerSecond >= 1024, "balancer.repair-rate", bytesPerSecond, "at least 1 KiB per second and server");
        Require.that(!after.isNegative(), "balancer.repair-after", after, "0 or more");
        Require.that(
                headroom >= 0 && headroom <= 0.5,
                "balancer.headroom",
                headroom,
                "a share of each device's capacity, 0 to 0.5");
        Require.that(
                parallelism >= 1 && parallelism <= 60, "balancer.repair-parallelism", parallelism, "1 to 60 objects");
    }

    /** With the usual number of parallel repairs. */
    public RepairConfig(long bytesPerSecond, Duration after, double headroom) {
        this(bytesPerSecond, after, headroom, PARALLELISM);
    }
}
