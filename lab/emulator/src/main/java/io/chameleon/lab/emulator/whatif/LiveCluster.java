package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.util.List;

/**
 * The data read from a cluster.
 *
 * @param devices of the servers that answered and take fragments, in the order of the cluster's servers
 * @param leftOut the other servers, each with the reason
 * @param objects of the cluster that hold data; bytes that copies share are one
 * @param ofOtherSchemes how many of them have a scheme that is not the cluster's
 */
record LiveCluster(
        List<WearReport> devices,
        List<String> leftOut,
        ObjectSample objects,
        long ofOtherSchemes,
        RedundancyScheme rep,
        RedundancyScheme ec) {
    LiveCluster {
        devices = List.copyOf(devices);
        leftOut = List.copyOf(leftOut);
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
