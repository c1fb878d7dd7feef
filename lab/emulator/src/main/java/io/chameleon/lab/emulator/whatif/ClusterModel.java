package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.DeviceSpec;
import io.chameleon.simssd.FlashTiming;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A virtual cluster modelled on a live one. Devices shrink in proportion to the data that is left out, and keep their
 * erases as a share of the rated ones.
 *
 * @param cluster what to build
 * @param workload on it
 * @param placements of the workload's objects at the start, by number
 * @param objects of the live cluster that are in it
 * @param scale devices' size to that of the live ones
 * @param blocks of each virtual device
 */
record ClusterModel(
        ClusterSpec cluster,
        HeatWorkload workload,
        List<Placement> placements,
        int objects,
        double scale,
        List<Double> blocks) {
    /** With fewer, a device is too coarse for its garbage collection to resemble a large one's. */
    private static final int FEW_BLOCKS = 256;

    private static final double MAX_UTILISATION = 0.95;
    private static final int LEAST_PAGES_PER_BLOCK = 8;

    ClusterModel {
        placements = List.copyOf(placements);
        blocks = List.copyOf(blocks);
    }

    /**
     * Makes the model.
     *
     * @param epochs of the run
     * @throws IllegalArgumentException if the servers that answered cannot hold the data
     */
    static ClusterModel of(LiveCluster live, int epochs, long seed) {
        int pageBytes = live.pageBytes();
        ModelSize size = ModelSize.of(live, epochs);
        double scale = size.pages() / live.objects().pages();
        double[] capacity = live.devices().stream()
                .mapToDouble(device -> LiveCluster.capacity(device, pageBytes) * scale)
                .toArray();
        double mean = Arrays.stream(capacity).average().orElseThrow();
        double utilisation = pagesUnderEc(live, size) / capacity.length / mean;
        Require.that(
                utilisation <= MAX_UTILISATION,
                "cluster",
                String.format(Locale.ROOT, "%.0f %% full", 100 * utilisation),
                "at most " + Math.round(100 * MAX_UTILISATION) + " % of the devices that answered");
        ClusterSpec cluster = cluster(live, utilisation, mean);
        InitialPlacement start = new InitialPlacement(live, capacity, cluster::serverId);
        HeatWorkload.Builder workload = HeatWorkload.builder(epochs, new SplittableRandom(seed));
        List<Placement> placements = new ArrayList<>();
        for (LiveObject object : size.objects()) {
            int first = workload.objects();
            for (int i = 0; i < object.segments(); i++) {
                workload.object(object.segmentLength(i));
                placements.add(start.place(object.placement(), object.segmentLength(i)));
            }
            workload.writes(first, object.segments(), object.writes() * size.writesFactor());
        }
        List<Double> blocks = new ArrayList<>();
        List<DeviceSpec> devices = new ArrayList<>();
        for (int i = 0; i < capacity.length; i++) {
            double its = capacity[i] / cluster.pagesPerBlock() / (1 - cluster.overProvisioning());
            blocks.add(its);
            devices.add(device(live.devices().get(i), capacity[i] / mean, its));
        }
        return new ClusterModel(
                cluster.withDevices(devices),
                workload.build(size.stretch()),
                placements,
                size.objects().size(),
                scale,
                blocks);
    }

    /** The basis for the emulator's device sizes. */
    private static double pagesUnderEc(LiveCluster live, ModelSize size) {
        double pages = 0;
        for (LiveObject object : size.objects()) {
            for (int i = 0; i < object.segments(); i++) {
                pages += live.ec().segmentPages(object.segmentLength(i), live.pageBytes());
            }
        }
        return pages;
    }

    private static DeviceSpec device(WearReport report, double relativeCapacity, double blocks) {
        int rated = (int) Math.min(Integer.MAX_VALUE, report.enduranceErases());
        long erases = Math.round(report.enduranceUsed() * blocks * rated);
        return new DeviceSpec(relativeCapacity, rated, FlashTiming.TABLE_II, erases);
    }

    private static ClusterSpec cluster(LiveCluster live, double utilisation, double meanPages) {
        double overProvisioning = live.devices().stream()
                .mapToDouble(device -> 1 - device.capacityPages() / ((double) device.blocks() * device.pagesPerBlock()))
                .average()
                .orElseThrow();
        int pagesPerBlock = live.devices().getFirst().pagesPerBlock();
        while (meanPages / pagesPerBlock < FEW_BLOCKS && pagesPerBlock > LEAST_PAGES_PER_BLOCK) {
            pagesPerBlock = Math.max(LEAST_PAGES_PER_BLOCK, pagesPerBlock / 2);
        }
        return ClusterSpec.standard(RedundancyPolicy.EC)
                .with()
                .servers(live.devices().size())
                .utilisation(utilisation)
                .rep(live.rep())
                .ec(live.ec())
                .pageBytes(live.pageBytes())
                .pagesPerBlock(pagesPerBlock)
                .overProvisioning(overProvisioning)
                .build();
    }
}
