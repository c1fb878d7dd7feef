package io.chameleon.lab.emulator.whatif;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cluster's future under a policy.
 *
 * @param devices in the order of the cluster's servers
 * @param erasesPerEpoch of the whole cluster, blocks in an epoch of it
 * @param writeAmplification in the run
 */
record Outlook(String policy, List<DeviceLife> devices, double erasesPerEpoch, double writeAmplification) {
    Outlook {
        devices = List.copyOf(devices);
    }

    /**
     * Extrapolates a run at the rate of its end. A block is erased once each time it is programmed full, so erases
     * follow from pages programmed, which count more finely than erases do.
     *
     * @param run of at least two epochs; the rate is that of its second half
     */
    static Outlook of(String policy, LiveCluster live, ClusterModel model, EmulationResult run) {
        List<EpochEnd> ends = run.epochs();
        int half = ends.size() / 2;
        List<Long> before = ends.get(half - 1).nandPages();
        List<Long> after = ends.getLast().nandPages();
        List<DeviceLife> lives = new ArrayList<>();
        double erases = 0;
        for (int i = 0; i < live.devices().size(); i++) {
            var device = live.devices().get(i);
            double perBlock = erasesPerBlock(
                    after.get(i) - before.get(i),
                    model.cluster().pagesPerBlock(),
                    model.blocks().get(i),
                    (ends.size() - half) * model.workload().stretch());
            lives.add(new DeviceLife(device.server(), device.enduranceUsed(), device.enduranceErases(), perBlock));
            erases += perBlock * device.blocks();
        }
        return new Outlook(policy, lives, erases, run.amplification().write());
    }

    /** Erases of a block in an epoch, on average, if this many pages were programmed on all of them. */
    static double erasesPerBlock(long pages, int pagesPerBlock, double blocks, double epochs) {
        return pages / (pagesPerBlock * blocks) / epochs;
    }

    /** From the first to die to the last. */
    List<DeviceLife> byDeath() {
        return devices.stream()
                .sorted(Comparator.comparingDouble(DeviceLife::epochsLeft))
                .toList();
    }

    DeviceLife first() {
        return byDeath().getFirst();
    }

    /** Epochs until half of the devices are dead. */
    double median() {
        List<DeviceLife> order = byDeath();
        int middle = order.size() / 2;
        double upper = order.get(middle).epochsLeft();
        return order.size() % 2 == 1 ? upper : (order.get(middle - 1).epochsLeft() + upper) / 2;
    }

    double last() {
        return byDeath().getLast().epochsLeft();
    }

    /** Epochs a device has left on average. */
    double mean() {
        return devices.stream().mapToDouble(DeviceLife::epochsLeft).average().orElse(0);
    }

    /** How many more erases than {@code other} it takes, percent; negative if fewer. */
    double extraErases(Outlook other) {
        return (erasesPerEpoch / other.erasesPerEpoch - 1) * 100;
    }
}
