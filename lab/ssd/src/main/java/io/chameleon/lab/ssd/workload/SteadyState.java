package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Fills a device, warms it up, and measures.
 *
 * @param config the device; its random draws use the seed of the run
 * @param warmUp when to stop warming up
 * @param warmUpRequests page writes to warm up with, instead of {@code warmUp}; {@link #AUTOMATIC} uses {@code warmUp}
 * @param requests page writes to measure; {@link #AUTOMATIC} is half as many as the warm-up took, ten overwrites at
 *     least
 */
public record SteadyState(FlashConfig config, Workload workload, WarmUp warmUp, long warmUpRequests, long requests) {
    /** Lets the run decide. */
    public static final long AUTOMATIC = -1;

    private static final int LEAST_OVERWRITES = 10;

    public SteadyState {
        Check.that(warmUpRequests >= AUTOMATIC, "warm-up", warmUpRequests, "0 or more page writes");
        Check.that(requests >= AUTOMATIC && requests != 0, "requests", requests, "1 or more page writes");
    }

    /**
     * Runs once. Nothing is kept.
     *
     * @param nanos a clock, such as {@code System::nanoTime}; only {@link Measurement#seconds} depends on it
     * @param progress receives how many more pages have been written
     */
    public Measurement run(long seed, LongSupplier nanos, LongConsumer progress) {
        FlashConfig seeded = config.withCollection(config.collection().withSeed(seed));
        try (SimulatedFlashDevice device = FlashDevices.timingOnly(seeded)) {
            int logicalPages = (int) device.geometry().logicalPages();
            PageSource source = workload.source(logicalPages, new SplittableRandom(seed));
            Host host = new Host(device, source, progress);
            host.fill();
            boolean stationary = warm(device, host);
            long warmed = device.hostPageWrites() - logicalPages;
            long count =
                    requests == AUTOMATIC ? Math.max(warmed / 2, (long) LEAST_OVERWRITES * logicalPages) : requests;
            Counts before = Counts.of(device);
            long start = nanos.getAsLong();
            host.write(count);
            double seconds = (nanos.getAsLong() - start) / 1e9;
            return new Measurement(
                    Counts.of(device).minus(before), warmed, stationary, seconds, Lifetime.soFar(device));
        }
    }

    private boolean warm(SimulatedFlashDevice device, Host host) {
        if (warmUpRequests == AUTOMATIC) {
            return warmUp.run(device, host::write).stationary();
        }
        host.write(warmUpRequests);
        return false;
    }
}
