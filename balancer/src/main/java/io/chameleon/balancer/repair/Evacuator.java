package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Pauses;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks over the objects of a server that is being drained, a page at a time: the first walk counts them, later ones
 * move them. The cursor is stored in the mapping table, so a new leader resumes where the old one stopped.
 *
 * <p>A write that began before the drain may be committed until the grace period has passed, and name the server. So
 * the server counts as empty only if nothing on it is live or may become so. One call at a time.
 */
final class Evacuator {
    private static final Logger LOG = LoggerFactory.getLogger(Evacuator.class);
    private static final int PAGE = 500;
    /** Objects to move before more urgent repairs are looked for again. */
    private static final int MOVING_PAGE = 64;

    /** Between two walks if the last one moved something. */
    private static final Duration PAUSE = Duration.ofSeconds(5);
    /** Between two walks if the last one found only objects with nowhere to go. */
    private static final Duration LONG_PAUSE = Duration.ofMinutes(1);
    /** Between two checks of a server that is empty and still running. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final RepairTable table;
    private final Emptiness emptiness;
    private final FlashServers servers;
    private final InstantSource clock;
    private final int page;
    private final int movingPage;
    private final Map<ServerId, Pause> pauses = new HashMap<>();

    private record Pause(long sinceMillis, Duration length) {
        boolean isOver(long nowMillis) {
            return Pauses.isOver(sinceMillis, length, nowMillis);
        }
    }

    /** Objects that the current walk found and could not move. */
    private final Map<ServerId, Long> stuck = new HashMap<>();

    Evacuator(
            RepairTable table,
            GarbageTable garbage,
            FlashServers servers,
            InstantSource clock,
            Duration grace,
            int mostPerPage) {
        this.table = table;
        this.servers = servers;
        this.clock = clock;
        this.page = Math.min(PAGE, mostPerPage);
        this.movingPage = Math.min(MOVING_PAGE, mostPerPage);
        this.emptiness = new Emptiness(table, garbage, servers, grace, page);
    }

    /** Whether a page, or a check of an empty server, is due. */
    boolean isDue(Evacuation drain) {
        Pause pause = pauses.get(drain.server());
        return pause == null || pause.isOver(clock.millis());
    }

    private static int indexOn(RepairTask task, ServerId server) {
        return task.row().live().servers().indexOf(server);
    }

    private static long bytes(List<RepairTask> tasks, ServerId server) {
        return tasks.stream()
                .mapToLong(task -> RepairTask.bytes(task.row(), List.of(indexOn(task, server))))
                .sum();
    }

    /**
     * One page of a server that is being drained; returns the record after it.
     *
     * @param nowMillis by the metadata service's clock
     * @param mover moves objects off it; returns how many it could not
     */
    Evacuation drain(
            long fence, Evacuation drain, ClusterView view, long nowMillis, ToIntFunction<List<RepairTask>> mover) {
        if (drain.cursor() == null || drain.isFinished()) {
            view.server(drain.server()).filter(ServerInfo::isReadable).ifPresent(this::tell);
        }
        if (drain.isFinished()) {
            return look(fence, drain);
        }
        ServerObjects page =
                table.objectsOn(drain.server(), drain.cursor(), drain.walk() == 0 ? this.page : movingPage);
        Evacuation at;
        if (drain.walk() == 0) {
            at = drain.at(
                    page.next(), page.objects().size(), page.objects().size(), bytes(page.objects(), drain.server()));
        } else {
            List<RepairTask> whole = page.objects().stream()
                    .filter(task -> task.missing().isEmpty())
                    .toList();
            long degraded = (long) page.objects().size() - whole.size();
            stuck.merge(drain.server(), degraded + mover.applyAsInt(whole), Long::sum);
            at = drain.at(page.next(), page.objects().size(), 0, 0);
        }
        if (page.next() == null) {
            at = afterWalk(at, view, nowMillis);
        }
        table.progress(fence, at);
        return at;
    }

    /**
     * A restarted server does not know that it is being drained, and a client whose view is older than the drain writes
     * to it. Such writes would be lost unnoticed when the server is removed, so the drain continues.
     */
    private Evacuation look(long fence, Evacuation drain) {
        if (!emptiness.hasObjects(drain.server())) {
            pauses.put(drain.server(), new Pause(clock.millis(), LOOK));
            return drain;
        }
        LOG.warn("server {} was drained, and has been written to since: it is drained again", drain.server());
        Evacuation again = drain.reopened();
        table.progress(fence, again);
        return again;
    }

    /**
     * The record was read a while ago. An operator who cancels a drain removes the record before telling the server. So
     * the record is read once more after the server was told to drain.
     */
    private void tell(ServerInfo server) {
        servers.drain(server, true);
        boolean calledOff = table.evacuating().records().stream()
                .noneMatch(known ->
                        known.kind() == Evacuation.Kind.DRAIN && known.server().equals(server.id()));
        if (calledOff) {
            servers.drain(server, false);
        }
    }

    private Evacuation afterWalk(Evacuation at, ClusterView view, long nowMillis) {
        boolean counting = at.walk() == 0;
        if (at.found() == 0 && emptiness.isSure(at, view, nowMillis)) {
            LOG.info("server {} is drained: nothing that is live is left there", at.server());
            return at.finished(nowMillis);
        }
        if (!counting) {
            Long unmoved = stuck.remove(at.server());
            boolean allStuck = at.found() > 0 && unmoved != null && unmoved == at.found();
            if (allStuck) {
                LOG.warn("server {}: {} objects have nowhere to go", at.server(), at.found());
            }
            pauses.put(at.server(), new Pause(clock.millis(), allStuck ? LONG_PAUSE : PAUSE));
        }
        return at.nextWalk();
    }
}
