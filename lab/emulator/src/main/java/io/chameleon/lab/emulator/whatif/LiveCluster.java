package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.util.List;

/**
 * The data read from a cluster.
 *
 * @param devices of the servers that answered, in the order of the cluster's servers
 * @param silent servers that did not, each with the reason
 * @param objects of the cluster that hold data
 * @param unseen objects that the mapping table counts, but that are not in any bucket that was found
 */
record LiveCluster(
        List<WearReport> devices,
        List<String> silent,
        ObjectSample objects,
        long unseen,
        RedundancyScheme rep,
        RedundancyScheme ec) {
    LiveCluster {
        devices = List.copyOf(devices);
        silent = List.copyOf(silent);
    }

    /** Of the first device; a cluster has one page size. */
    int pageBytes() {
        return devices.getFirst().pageBytes();
    }

    /** Pages clients can use on a device. */
    static double capacity(WearReport device, int pageBytes) {
        return (double) device.capacityPages() * device.pageBytes() / pageBytes;
    }
}
