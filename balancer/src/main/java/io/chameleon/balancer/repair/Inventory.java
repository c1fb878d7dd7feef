package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Pauses;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FragmentPage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(Inventory.class);
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
    private @Nullable Look look;

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
            Look current = look == null ? next(view) : look;
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

    private @Nullable Look next(ClusterView view) {
        while (!waiting.isEmpty()) {
            Optional<ServerInfo> server = view.server(waiting.removeFirst()).filter(ServerInfo::isReadable);
            if (server.isPresent()) {
                return new Look(server.get(), table.evacuating().nowMillis());
            }
        }
        return null;
    }

    /** One server: its list first, then the rows that are live there. */
    private final class Look {
        private final ServerInfo server;
        private final long settledMillis;
        private final FragmentSet held = new FragmentSet();
        private boolean listed;
        private @Nullable FragmentId lastFragment;
        private @Nullable ObjectId lastObject;

        Look(ServerInfo server, long nowMillis) {
            this.server = server;
            this.settledMillis = nowMillis - Evacuation.UNDER_WAY.toMillis();
        }

        boolean isOverAfterPage(long fence) {
            if (listed) {
                return compare(fence);
            }
            try {
                list();
                return false;
            } catch (ChameleonError e) {
                if (e.code() == ErrorCode.FENCED) {
                    throw e;
                }
                LOG.info("what {} holds is not compared with the table now: {}", server.id(), e.getMessage());
                return true;
            }
        }

        private void list() {
            FragmentPage page = servers.list(server, 0, lastFragment, fragmentsPerPage);
            page.fragments().forEach(entry -> held.add(entry.id()));
            listed = !page.more() || page.fragments().isEmpty();
            lastFragment = listed ? null : page.fragments().getLast().id();
        }

        private boolean compare(long fence) {
            ServerObjects page = table.objectsOn(server.id(), lastObject, rowsPerPage);
            List<Damage> missing = new ArrayList<>();
            for (RepairTask task : page.objects()) {
                ObjectMapping row = task.row();
                int index = row.live().servers().indexOf(server.id());
                if (row.modifiedMillis() < settledMillis && !task.missing().contains(index) && !holds(row, index)) {
                    missing.add(new Damage(row.id(), row.writeId(), List.of(index)));
                }
            }
            int queued = missing.isEmpty() ? 0 : table.queue(fence, missing);
            if (queued > 0) {
                LOG.warn(
                        "{} does not hold what it should of {} objects, which are queued for repair",
                        server.id(),
                        queued);
            }
            lastObject = page.next();
            return lastObject == null;
        }

        private boolean holds(ObjectMapping row, int index) {
            RedundancyScheme scheme = row.live().scheme();
            for (int segment = 0; segment < row.content().segments(); segment++) {
                boolean isStored = !scheme.isPadding(index, row.content().segmentLength(segment));
                if (isStored && !held.contains(new FragmentId(row.writeId(), segment, index))) {
                    return false;
                }
            }
            return true;
        }
    }
}
