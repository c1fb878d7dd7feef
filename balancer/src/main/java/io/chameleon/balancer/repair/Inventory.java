package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Pauses;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.RepairTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether servers still hold what is live on them. A device that came back with an older image has the same id,
 * and its scrubber reads only what is there; what is missing would go unnoticed until a read needs it. So each server's
 * list is compared with the table.
 *
 * <p>What is missing is queued; a repair that finds a fragment after all leaves it as it is. Rows that changed shortly
 * before the list began are left to the next round. Only this process knows the cursor of a round. One call at a time.
 *
 * <p>Cost: two pages a call, and eight bytes of memory for each fragment of one server.
 */
final class Inventory {
    /** Fragments in a page. */
    private static final int FRAGMENTS = 1_000;
    /** Rows in a page. */
    private static final int ROWS = 500;
    /** Pages of a call. */
    private static final int PAGES = 2;
    /** Between two rounds over all servers. */
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private final RepairTable table;
    private final FlashServers servers;
    private final InstantSource clock;
    private final int fragmentsPerPage;
    private final int rowsPerPage;
    private final Deque<ServerId> waiting = new ArrayDeque<>();
    private Set<ServerId> there = Set.of();
    private @Nullable Long pausedSince;
    private @Nullable ServerInventory look;

    Inventory(RepairTable table, FlashServers servers, InstantSource clock, int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.fragmentsPerPage = Math.min(FRAGMENTS, mostPerPage);
        this.rowsPerPage = Math.min(ROWS, mostPerPage);
    }

    /**
     * Processes the next pages, if a round is due. A server that has just come goes first; one that fails is left to
     * the next round.
     *
     * @throws ChameleonError with code FENCED once another leader has taken over; or as the mapping table fails
     */
    void step(ClusterView view, long fence) {
        choose(view);
        for (int page = 0; page < PAGES; page++) {
            ServerInventory current = look == null ? next(view) : look;
            look = current;
            if (current == null || current.isOverAfterPage(fence)) {
                look = null;
            }
        }
    }

    private void choose(ClusterView view) {
        Set<ServerId> readable = view.servers().stream()
                .filter(ServerInfo::isReadable)
                .map(ServerInfo::id)
                .collect(Collectors.toSet());
        Long since = pausedSince;
        boolean isDue =
                look == null && waiting.isEmpty() && (since == null || Pauses.isOver(since, PAUSE, clock.millis()));
        for (ServerInfo server : view.servers()) {
            if (readable.contains(server.id()) && !there.contains(server.id())) {
                waiting.remove(server.id());
                waiting.addFirst(server.id());
            } else if (isDue && readable.contains(server.id())) {
                waiting.addLast(server.id());
            }
        }
        there = readable;
        if (look != null || !waiting.isEmpty()) {
            pausedSince = clock.millis();
        }
    }

    private @Nullable ServerInventory next(ClusterView view) {
        while (!waiting.isEmpty()) {
            Optional<ServerInfo> server = view.server(waiting.removeFirst()).filter(ServerInfo::isReadable);
            if (server.isPresent()) {
                return new ServerInventory(
                        server.get(), table, servers, table.evacuating().nowMillis(), fragmentsPerPage, rowsPerPage);
            }
        }
        return null;
    }
}
