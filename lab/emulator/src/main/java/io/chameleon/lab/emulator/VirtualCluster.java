package io.chameleon.lab.emulator;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The servers of a run and the ring they are on. */
final class VirtualCluster {
    private static final String UNZONED = "";

    /**
     * The largest share of a device's logical pages that first placement fills: beyond it, the ring's next server takes
     * the object.
     */
    private static final double MAX_FIRST_FILL = 0.98;

    private final ClusterSpec spec;
    private final List<VirtualServer> servers = new ArrayList<>();
    private final Map<ServerId, VirtualServer> byId = new HashMap<>();
    private final PlacementRing ring;

    VirtualCluster(ClusterSpec spec, Workload workload) {
        this.spec = spec;
        double pages = (double) pagesOf(workload) / spec.servers() / spec.utilisation();
        double relative = 0;
        for (int i = 0; i < spec.servers(); i++) {
            relative += device(i).relativeCapacity() / spec.servers();
        }
        for (int i = 0; i < spec.servers(); i++) {
            DeviceSpec device = device(i);
            ServerId id = spec.serverId(i);
            FlashConfig config = config(device, pages * device.relativeCapacity() / relative, i, workload.name());
            VirtualServer server = new VirtualServer(id, config, device);
            servers.add(server);
            byId.put(id, server);
        }
        ring = new PlacementRing(
                servers.stream()
                        .map(server -> new PlacementRing.Member(
                                server.id(), UNZONED, "", (long) server.capacityPages() * spec.pageBytes()))
                        .toList(),
                spec.ringPoints());
    }

    private FlashConfig config(DeviceSpec device, double logicalPages, int number, String workload) {
        try {
            return new FlashConfig(
                    geometry(logicalPages),
                    device.timing(),
                    spec.writeMode(),
                    spec.collection().withSeed(spec.collection().seed() + number));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "workload: '" + workload + "' is too small for " + spec.servers() + " servers (" + e.getMessage()
                            + "): take fewer servers or a larger scale",
                    e);
        }
    }

    private DeviceSpec device(int server) {
        return spec.devices().get(server % spec.devices().size());
    }

    /**
     * Reading 22: equal devices (except for what the spec says) for the data under the policy they are sized for; if
     * objects come and go, for the most that exists at one time.
     */
    private long pagesOf(Workload workload) {
        RedundancyScheme scheme = spec.scheme(spec.sizedFor());
        return workload.most(object -> FragmentPages.all(scheme, workload.objectBytes(object), spec.pageBytes()));
    }

    private FlashGeometry geometry(double logicalPages) {
        double blocks = Math.ceil(logicalPages / spec.pagesPerBlock() / (1 - spec.overProvisioning()));
        return new FlashGeometry(
                spec.pageBytes(),
                spec.pagesPerBlock(),
                (int) Math.min(Integer.MAX_VALUE, Math.max(1, blocks)),
                spec.overProvisioning());
    }

    List<VirtualServer> servers() {
        return servers;
    }

    VirtualServer server(ServerId id) {
        VirtualServer server = byId.get(id);
        if (server == null) {
            throw new IllegalArgumentException("no server " + id + " in this cluster");
        }
        return server;
    }

    PlacementRing ring() {
        return ring;
    }

    /** Where a new object goes: the ring's servers, except those that are full. */
    Placement firstPlacement(ObjectId object, RedundancyScheme scheme, int size) {
        int pagesPerFragment = FragmentPages.of(scheme, 0, size, spec.pageBytes());
        List<ServerId> chosen = ring.select(object, scheme, id -> takes(server(id), pagesPerFragment));
        if (chosen.size() < scheme.width()) {
            throw new IllegalArgumentException("the data does not fit: " + object + " finds room on " + chosen.size()
                    + " of " + scheme.width() + " servers; lower the utilisation, or make devices more alike");
        }
        return new Placement(scheme, chosen);
    }

    private static boolean takes(VirtualServer server, int pages) {
        return server.freePages() - pages >= (1 - MAX_FIRST_FILL) * server.capacityPages();
    }
}
