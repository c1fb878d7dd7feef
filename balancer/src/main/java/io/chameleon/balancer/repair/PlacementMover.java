package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.Pauses;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.placement.PlacementRing.Member;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Corrects what an outage or a change of nodes leaves behind: objects that the loss of one node or zone would destroy,
 * although there is a better place (docs/operate/repair.md). Walks over the objects of each server, a bounded part at a
 * time, and counts them on the way.
 *
 * <p>Only this process knows the cursor: a new leader starts over, which costs only reads. If no two servers share a
 * zone or node there is nothing to walk for. One call at a time; the counts may be read from any thread.
 */
final class PlacementMover {
    private static final Logger LOG = LoggerFactory.getLogger(PlacementMover.class);
    private static final int PAGE = 500;
    /** Rows to look at before more urgent repairs are looked for again. */
    private static final int ROWS = 5_000;
    /** A page costs at least as much as this many rows. */
    private static final int LEAST = 50;
    /**
     * The pause between two walks, if nothing moved and no server came, left or changed: this many times the length of
     * the last walk, within bounds.
     */
    private static final int PAUSE = 20;

    private static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final RepairTable table;
    private final InstantSource clock;
    private final int mostPerPage;

    private @Nullable PlacementWalk walk;
    private List<Seen> walkedOver = List.of();
    private @Nullable Long pausedSince;
    private Duration pause = SHORTEST_PAUSE;
    private volatile Map<Level, Long> violations = Map.of();

    /** What a walk depends on. */
    private record Seen(Member member, boolean writable) {
        static List<Seen> of(ClusterView view) {
            return view.servers().stream()
                    .map(server -> new Seen(Member.of(server), server.isWritable()))
                    .toList();
        }
    }

    PlacementMover(RepairTable table, InstantSource clock, int mostPerPage) {
        this.table = table;
        this.clock = clock;
        this.mostPerPage = Math.min(PAGE, mostPerPage);
    }

    /** Moves objects to better places. */
    interface Moves {
        /** The failure domains of the servers of the view. */
        FailureDomains domains();

        /** Whether there is a better place for an object at present. */
        boolean isMovable(RepairTask task);

        /** Moves as many of these as it can; returns how many. */
        int move(List<RepairTask> tasks);
    }

    /**
     * Objects that the loss of one domain of a level would destroy, as the last whole walk found them before it moved
     * any.
     */
    long violations(Level level) {
        return violations.getOrDefault(level, 0L);
    }

    /**
     * Looks at the next few pages, up to the first with something to move, and moves that.
     *
     * @return whether anything moved: if so, there may be more
     */
    boolean step(ClusterView view, Moves moves) {
        PlacementWalk current = walk == null ? begin(view, moves) : walk;
        walk = current;
        if (current == null) {
            return false;
        }
        List<RepairTask> movable = new ArrayList<>();
        for (int rows = 0; rows < ROWS && movable.isEmpty() && !current.isDone(); ) {
            rows += Math.max(LEAST, current.next(moves::isMovable, movable));
        }
        int moved = movable.isEmpty() ? 0 : moves.move(movable);
        current.moved(moved);
        if (current.isDone()) {
            end(current);
        }
        return moved > 0;
    }

    private @Nullable PlacementWalk begin(ClusterView view, Moves moves) {
        List<Seen> seen = Seen.of(view);
        Long since = pausedSince;
        if (seen.equals(walkedOver) && since != null && !Pauses.isOver(since, pause, clock.millis())) {
            return null;
        }
        walkedOver = seen;
        pausedSince = clock.millis();
        FailureDomains domains = moves.domains();
        if (domains.isFlat()) {
            violations = Map.of();
            return null;
        }
        return new PlacementWalk(
                table,
                mostPerPage,
                view.servers().stream().map(ServerInfo::id).sorted().toList(),
                domains,
                clock.millis());
    }

    private void end(PlacementWalk done) {
        violations = done.found();
        walk = null;
        if (done.moved() > 0) {
            LOG.info(
                    "placement: {} objects moved to where the loss of a node or zone leaves them readable",
                    done.moved());
            pausedSince = null;
        } else {
            pausedSince = clock.millis();
            pause = pauseAfter(Duration.ofMillis(clock.millis() - done.beganMillis()));
        }
    }

    private static Duration pauseAfter(Duration walk) {
        Duration wanted = walk.multipliedBy(PAUSE);
        boolean isShort = wanted.compareTo(SHORTEST_PAUSE) < 0;
        return isShort ? SHORTEST_PAUSE : wanted.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wanted;
    }
}
