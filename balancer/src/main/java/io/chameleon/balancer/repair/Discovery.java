package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.ServerPoll;
import io.chameleon.core.Durations;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what needs repair, and queues it; waits for no repair. It decides which servers are lost; the mapping service
 * notes when a server registers with another device. An index from servers to objects finds what they held, so a walk
 * costs only what was there. Servers report the fragments that they found damaged themselves, and their lists show what
 * they no longer hold.
 *
 * <p>The cursor of a walk is stored in the mapping table, so a new leader resumes where the old one stopped. One call
 * at a time.
 */
final class Discovery {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
    /** Objects to walk over at once. */
    static final int PAGE = 8_000;
    /** Pages between two checks of the servers. */
    private static final int PAGES = 4;

    private static final Duration ASK_SERVERS = Duration.ofSeconds(10);

    private final RepairTable table;
    private final FlashServers servers;
    private final InstantSource clock;
    private final Duration grace;
    private final Duration after;
    private final Absences absences;
    private final ServerPoll<List<FragmentId>> damaged;
    private final Inventory inventory;
    private final int page;

    /**
     * @param grace age from which an uncommitted write can no longer be committed
     * @param after how long a server is absent before it counts as lost
     */
    Discovery(
            RepairTable table,
            FlashServers servers,
            InstantSource clock,
            Duration grace,
            Duration after,
            int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.grace = grace;
        this.page = Math.min(PAGE, mostPerPage);
        this.after = after;
        this.absences = new Absences(after);
        this.damaged = servers.poll("damaged fragments", ASK_SERVERS, servers::damaged);
        this.inventory = new Inventory(table, servers, clock, mostPerPage);
    }

    /**
     * Looks once, and walks over a bounded number of objects. Returns whether it queued any: if so, there may be more.
     */
    boolean step(long fence) {
        ClusterView view = servers.view();
        Evacuating evacuating = table.evacuating();
        if (noteAbsences(view, evacuating.records(), fence)) {
            evacuating = table.evacuating();
        }
        queueFound(view, fence);
        inventory.step(view, fence);
        return walk(fence, evacuating);
    }

    /**
     * Removes the record of a server that is back as it was, and adds one for a server absent for long. Returns whether
     * any changed.
     */
    private boolean noteAbsences(ClusterView view, List<Evacuation> records, long fence) {
        boolean changed = false;
        Set<ServerId> expected = records.stream()
                .filter(record -> record.kind() == Evacuation.Kind.DRAIN && record.isFinished())
                .map(Evacuation::server)
                .collect(Collectors.toCollection(HashSet::new));
        for (Evacuation record : records) {
            if (record.kind() == Evacuation.Kind.LOST && isBack(view, record.server())) {
                LOG.info("server {} is back; what was not repaired yet may be there", record.server());
                table.end(fence, record);
                changed = true;
            } else if (record.kind() == Evacuation.Kind.LOST) {
                expected.add(record.server());
            }
        }
        for (ServerId gone : absences.lost(view, expected, clock.millis())) {
            if (expected.add(gone)) {
                LOG.warn(
                        "server {} has been away for {}: what it holds is made anew elsewhere",
                        gone,
                        Durations.text(after));
                table.begin(fence, gone);
                changed = true;
            }
        }
        return changed;
    }

    /** Whether what the server holds goes elsewhere: it is drained, or lost and not back. */
    static boolean isLeaving(ClusterView view, Evacuation record) {
        return record.kind() == Evacuation.Kind.DRAIN
                || record.kind() == Evacuation.Kind.LOST && !isBack(view, record.server());
    }

    static boolean isBack(ClusterView view, ServerId server) {
        return view.server(server).filter(ServerInfo::isReadable).isPresent();
    }

    private void queueFound(ClusterView view, long fence) {
        damaged.answers(view, clock.millis()).forEach((server, fragments) -> {
            int changed = fragments.isEmpty() ? 0 : table.queueFound(fence, server, fragments);
            if (changed > 0) {
                LOG.warn("{} found damage: {} objects are queued for repair", server, changed);
            }
        });
    }

    private boolean walk(long fence, Evacuating evacuating) {
        List<Evacuation> due = evacuating.records().stream()
                .filter(record -> isDue(record, evacuating))
                .toList();
        boolean worked = !due.isEmpty();
        for (int pages = 0; pages < PAGES && !due.isEmpty(); ) {
            List<Evacuation> next = new ArrayList<>();
            for (Evacuation record : due) {
                Optional<Evacuation> at = table.walk(fence, record, page);
                pages++;
                at.filter(walked -> walked.walk() != record.walk() || walked.isFinished())
                        .ifPresent(Discovery::tell);
                at.filter(walked -> isDue(walked, evacuating)).ifPresent(next::add);
            }
            due = next;
        }
        return worked;
    }

    private boolean isDue(Evacuation record, Evacuating evacuating) {
        return record.queues() && record.isDue(evacuating.nowMillis(), grace);
    }

    private static void tell(Evacuation record) {
        LOG.info(
                "{} server {}: {} objects queued for repair in all",
                record.kind() == Evacuation.Kind.LOST ? "lost" : "emptied",
                record.server(),
                record.objects());
    }
}
