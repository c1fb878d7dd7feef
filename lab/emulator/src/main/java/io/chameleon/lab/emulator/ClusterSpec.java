package io.chameleon.lab.emulator;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.WriteMode;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * A virtual cluster to build. Devices are sized by the data: all objects under {@code sizedFor} fill them to
 * {@code utilisation} on average (readings 22, 24).
 *
 * @param servers at least as many as the wider scheme needs
 * @param devices given to the servers in turn, so that two of them make every other server different
 * @param utilisation mean share of the logical capacity that is filled before the first request, above 0, at most 0.95
 * @param sizedFor the policy under which the data fills the devices that much; the initial one for a fair comparison
 * @param rep scheme of replicated objects
 * @param ec scheme of erasure coded ones
 * @param ringPoints points of each server on the ring
 * @param pageBytes of all devices
 * @param pagesPerBlock of all devices
 * @param overProvisioning of all devices, a share of the physical pages
 * @param writeMode of all devices: streams within the device
 * @param collection how all devices collect garbage
 */
@RecordBuilder
public record ClusterSpec(
        int servers,
        List<DeviceSpec> devices,
        double utilisation,
        RedundancyPolicy sizedFor,
        RedundancyScheme rep,
        RedundancyScheme ec,
        int ringPoints,
        int pageBytes,
        int pagesPerBlock,
        double overProvisioning,
        WriteMode writeMode,
        GarbageCollection collection)
        implements ClusterSpecBuilder.With {
    public static final int DEFAULT_SERVERS = 50;
    public static final double DEFAULT_UTILISATION = 0.85;

    public ClusterSpec {
        devices = List.copyOf(devices);
        int width = Math.max(rep.width(), ec.width());
        Require.that(
                servers >= width && servers <= 100_000,
                "servers",
                servers,
                width + " (the wider of " + rep + " and " + ec + ") to 100000");
        Require.that(!devices.isEmpty(), "devices", devices, "at least one kind");
        Require.that(
                utilisation > 0 && utilisation <= 0.95,
                "utilisation",
                utilisation,
                "a share of the logical capacity, above 0, at most 0.95");
    }

    /** The papers' cluster: 50 servers, Table II devices, REP(3) and EC(4+2), 0.85 filled (reading 22). */
    public static ClusterSpec standard(RedundancyPolicy initial) {
        return new ClusterSpec(
                DEFAULT_SERVERS,
                List.of(DeviceSpec.STANDARD),
                DEFAULT_UTILISATION,
                initial,
                RedundancyScheme.REP_3,
                RedundancyScheme.EC_4_2,
                PlacementRing.DEFAULT_POINTS,
                FlashGeometry.DEFAULT_PAGE_BYTES,
                FlashGeometry.DEFAULT_PAGES_PER_BLOCK,
                FlashGeometry.DEFAULT_OVER_PROVISIONING,
                WriteMode.SINGLE,
                GarbageCollection.STANDARD);
    }

    /** Name of a server, 0 to {@link #servers} - 1; names sort as numbers do. */
    public ServerId serverId(int server) {
        int digits = Integer.toString(servers - 1).length();
        String number = Integer.toString(server);
        return new ServerId("s" + "0".repeat(digits - number.length()) + number);
    }

    public RedundancyScheme scheme(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? rep : ec;
    }
}
