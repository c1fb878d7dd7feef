package io.chameleon.simssd.envm;

import java.time.Duration;

/**
 * How long one page access takes in each medium of a server's tier.
 *
 * @param read of an ENVM page
 * @param write of an ENVM page
 * @param flash average access latency of the flash device, of Eq. 4
 */
public record EnvmTiming(Duration read, Duration write, Duration flash) {
    /**
     * An Optane module as in the simulation's {@code MediumTiming}, in front of a device that programs a page in 200 µs
     * (Chameleon, Table II).
     */
    public static final EnvmTiming OPTANE =
            new EnvmTiming(Duration.ofNanos(10_000), Duration.ofNanos(32_000), Duration.ofNanos(200_000));
}
