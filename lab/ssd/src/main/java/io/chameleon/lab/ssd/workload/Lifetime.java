package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * How evenly a device wears and how long it lives (sections 5 and 6, GC reading 9). A device's life ends when the first
 * block has been erased {@code W_max} times; erases are counted from an empty device, whose first filling needs none
 * (GC reading 11).
 */
public final class Lifetime {
    /** Small enough that at most a handful of blocks are collected between two checks of the erase counts. */
    private static final int BATCH = 16;

    private Lifetime() {}

    /**
     * A device at the end of a life of {@code maxErases}.
     *
     * @param maxErases W_max
     * @param peFairness mean erase count of a block at the end, divided by W_max; 0 to 1, 1 is perfectly even
     * @param endurance host writes until the end in units of the physical capacity: the paper's full drive writes
     * @param writeAmplification from the first erase to the end
     */
    public record Point(int maxErases, double peFairness, double endurance, double writeAmplification) {}

    /** The point that {@link #curve} would give if this device's life ended now. All zeros before the first erase. */
    static Point soFar(SimulatedFlashDevice device) {
        FlashGeometry geometry = device.geometry();
        Counts counts = Counts.of(device);
        int max = device.maxErases();
        if (max == 0) {
            return new Point(0, 0, 0, 0);
        }
        double collected = (double) counts.erases() * geometry.pagesPerBlock();
        double freed = collected - counts.copies(); // the sum of b - j over the victims
        return new Point(
                max,
                counts.erases() / ((double) max * geometry.blocks()),
                freed / geometry.physicalPages(),
                collected / freed);
    }

    /**
     * Writes until a block has been erased {@code limits[last]} times, with a point at each limit on the way.
     *
     * @param limits values of W_max, rising
     * @param progress receives how many more erases the most erased block has had
     */
    public static List<Point> curve(
            FlashConfig config, Workload workload, int[] limits, long seed, LongConsumer progress) {
        Check.that(limits.length > 0 && limits[0] > 0, "erase limits", limits.length, "at least one, above 0");
        FlashConfig seeded = config.withCollection(config.collection().withSeed(seed));
        List<Point> points = new ArrayList<>();
        try (SimulatedFlashDevice device = FlashDevices.timingOnly(seeded)) {
            int logicalPages = (int) device.geometry().logicalPages();
            Host host = new Host(device, workload.source(logicalPages, new SplittableRandom(seed)), pages -> {});
            host.fill();
            int seen = 0;
            for (int limit : limits) {
                while (device.maxErases() < limit) {
                    host.write(BATCH, BATCH);
                    int max = device.maxErases();
                    if (max > seen) {
                        progress.accept(max - seen);
                        seen = max;
                    }
                }
                points.add(soFar(device));
            }
        }
        return points;
    }

    /** The mean over runs, point by point. */
    public static List<Point> mean(List<List<Point>> runs) {
        List<Point> means = new ArrayList<>();
        for (int i = 0; i < runs.getFirst().size(); i++) {
            double fairness = 0;
            double endurance = 0;
            double amplification = 0;
            for (List<Point> run : runs) {
                fairness += run.get(i).peFairness() / runs.size();
                endurance += run.get(i).endurance() / runs.size();
                amplification += run.get(i).writeAmplification() / runs.size();
            }
            means.add(new Point(runs.getFirst().get(i).maxErases(), fairness, endurance, amplification));
        }
        return means;
    }
}
