package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Room for what the balancer moves, reserved before a byte is moved. The bound is below the device's capacity, so that
 * clients can keep writing, and so that moves decided one after the other do not fill a device together. A server of
 * unknown fill has no room. Safe from any thread; a caller that asks and then reserves must do both alone.
 */
public final class Headroom {
    private static final class Room {
        final int pageBytes;
        long pages;

        Room(WearReport report, double share) {
            this.pageBytes = report.pageBytes();
            this.pages = (long) Math.floor(report.capacityPages() * (1 - share)) - report.livePages();
        }
    }

    private final double share;
    private final Map<ServerId, Room> rooms = new HashMap<>();

    /** @param share of each device that stays free */
    public Headroom(Collection<WearReport> reports, double share) {
        this.share = share;
        reports.forEach(this::update);
    }

    /** What a server reports now; earlier reservations there have been used, or will not be. */
    public synchronized void update(WearReport report) {
        rooms.put(report.server(), new Room(report, share));
    }

    public synchronized boolean fits(ServerId server, ObjectContent content, RedundancyScheme scheme, int index) {
        Room room = rooms.get(server);
        return room != null && content.fragmentPages(scheme, index, room.pageBytes) <= room.pages;
    }

    /** Takes room for fragment {@code index} of each segment. */
    public synchronized void reserve(ServerId server, ObjectContent content, RedundancyScheme scheme, int index) {
        Room room = rooms.get(server);
        if (room != null) {
            room.pages -= content.fragmentPages(scheme, index, room.pageBytes);
        }
    }
}
