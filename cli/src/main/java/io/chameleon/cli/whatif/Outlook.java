package io.chameleon.cli.whatif;

import io.chameleon.emulator.EmulationResult;
import io.chameleon.emulator.EmulationResult.ServerEnd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a policy would make of the cluster.
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
     * Goes on from a run at the rate of its end. A block is erased once for each time it is programmed full, so erases follow from pages
     * programmed; that counts finer than erases do.
     *
     * @param half the run up to some epoch before its end
     * @param whole the run to its end
     */
    static Outlook of(
            String policy, LiveCluster live, ClusterModel model, EmulationResult half, EmulationResult whole) {
        int epochs = whole.epochs().size() - half.epochs().size();
        List<DeviceLife> lives = new ArrayList<>();
        double erases = 0;
        for (int i = 0; i < live.devices().size(); i++) {
            var device = live.devices().get(i);
            ServerEnd before = half.servers().get(i);
            ServerEnd after = whole.servers().get(i);
            double perBlock = erasesPerBlock(
                    after.nandPages() - before.nandPages(),
                    model.cluster().pagesPerBlock(),
                    model.blocks().get(i),
                    epochs * model.workload().stretch());
            lives.add(new DeviceLife(device.server(), device.enduranceUsed(), device.enduranceErases(), perBlock));
            erases += perBlock * device.blocks();
        }
        return new Outlook(policy, lives, erases, whole.writeAmplification());
    }

    /** Erases of a block in an epoch, on average, where so many pages were programmed on all of them. */
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
