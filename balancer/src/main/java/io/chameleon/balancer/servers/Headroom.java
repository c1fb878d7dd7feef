package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room for what the balancer moves, reserved before a byte is moved. The bound is below the device's capacity, so that
 * clients can keep writing, and so that moves decided one after the other do not fill a device together.
 *
 * <p>A server is asked when its room is needed, and again a minute later: however many servers there are, only those
 * that are to receive something are asked. One that does not answer soon counts as full until then. Safe from any
 * thread; a caller that asks and then reserves must do both alone.
 */
public final class Headroom {
    private static final Logger LOG = LoggerFactory.getLogger(Headroom.class);
    private static final Duration KNOWN_FOR = Duration.ofMinutes(1);

    private static final class Room {
        final long askedMillis;
        final int pageBytes;
        long pages;

        Room(long askedMillis, @Nullable WearReport report, double share) {
            this.askedMillis = askedMillis;
            this.pageBytes = report == null ? 1 : report.pageBytes();
            this.pages =
                    report == null ? -1 : (long) Math.floor(report.capacityPages() * (1 - share)) - report.livePages();
        }
    }

    private final double share;
    private final InstantSource clock;
    private final Function<ServerInfo, CompletableFuture<WearReport>> question;
    private final Map<ServerId, Room> rooms = new HashMap<>();
    private Map<ServerId, ServerInfo> servers = Map.of();

    Headroom(double share, InstantSource clock, Function<ServerInfo, CompletableFuture<WearReport>> question) {
        this.share = share;
        this.clock = clock;
        this.question = question;
    }

    /** The servers that can be asked from now on. */
    public synchronized Headroom of(ClusterView view) {
        servers = view.servers().stream()
                .filter(ServerInfo::isReadable)
                .collect(Collectors.toMap(ServerInfo::id, Function.identity(), (a, b) -> a));
        rooms.keySet().retainAll(servers.keySet());
        return this;
    }

    /** Whether there is room as far as is known; asks nobody. */
    public synchronized boolean mayFit(ServerId server, ObjectContent content, RedundancyScheme scheme, int index) {
        Room room = known(server);
        return room == null || fits(room, content, scheme, index);
    }

    /** Whether there is room. Waits for the server if it was not asked recently. */
    public synchronized boolean fits(ServerId server, ObjectContent content, RedundancyScheme scheme, int index) {
        Room room = known(server);
        return fits(room == null ? ask(server) : room, content, scheme, index);
    }

    private static boolean fits(Room room, ObjectContent content, RedundancyScheme scheme, int index) {
        return content.fragmentPages(scheme, index, room.pageBytes) <= room.pages;
    }

    private @Nullable Room known(ServerId server) {
        Room room = rooms.get(server);
        return room == null || Pauses.isOver(room.askedMillis, KNOWN_FOR, clock.millis()) ? null : room;
    }

    /** Earlier reservations there have been used, or will not be. */
    private Room ask(ServerId server) {
        long now = clock.millis();
        Room room = new Room(now, report(server), share);
        rooms.put(server, room);
        return room;
    }

    private @Nullable WearReport report(ServerId server) {
        ServerInfo info = servers.get(server);
        if (info == null) {
            return null;
        }
        try {
            return Calls.await(question.apply(info));
        } catch (RuntimeException e) {
            Calls.rethrowIfCancelled(e);
            LOG.info("{} does not tell its room, and counts as full: {}", server, e.getMessage());
            return null;
        }
    }

    /** Takes room for fragment {@code index} of each segment. */
    public synchronized void reserve(ServerId server, ObjectContent content, RedundancyScheme scheme, int index) {
        Room room = rooms.get(server);
        if (room != null) {
            room.pages -= content.fragmentPages(scheme, index, room.pageBytes);
        }
    }

    /**
     * Takes room for their fragments on each of these servers, or on none.
     *
     * @return a server that has none
     */
    public Optional<ServerId> reserve(ObjectContent content, Placement place, List<ServerId> taking) {
        for (ServerId server : taking) {
            if (!fits(server, content, place.scheme(), place.servers().indexOf(server))) {
                return Optional.of(server);
            }
        }
        taking.forEach(server ->
                reserve(server, content, place.scheme(), place.servers().indexOf(server)));
        return Optional.empty();
    }
}
