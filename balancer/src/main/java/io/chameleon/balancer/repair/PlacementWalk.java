package io.chameleon.balancer.repair;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.placement.Crowding;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FailureDomains.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One walk over the objects of all servers, each object once. */
final class PlacementWalk {
    private final RepairTable table;
    private final int mostPerPage;
    private final List<ServerId> servers;
    private final Set<ServerId> walked;
    private final FailureDomains domains;
    private final long beganMillis;
    private final Map<Level, Long> found = new EnumMap<>(Level.class);
    private int at;
    private @Nullable ObjectId cursor;
    private int moved;

    PlacementWalk(
            RepairTable table, int mostPerPage, List<ServerId> servers, FailureDomains domains, long beganMillis) {
        this.table = table;
        this.mostPerPage = mostPerPage;
        this.servers = servers;
        this.walked = Set.copyOf(servers);
        this.domains = domains;
        this.beganMillis = beganMillis;
    }

    long beganMillis() {
        return beganMillis;
    }

    /** Objects that the loss of one domain would destroy, by level, so far. */
    Map<Level, Long> found() {
        return Map.copyOf(found);
    }

    /** Objects of this walk that have been moved. */
    int moved() {
        return moved;
    }

    void moved(int more) {
        moved += more;
    }

    boolean isDone() {
        return at == servers.size();
    }

    /** Notes which rows of the next page can be healed; returns how many rows it had. */
    int next(Predicate<RepairTask> isMovable, List<RepairTask> movable) {
        ServerId server = servers.get(at);
        ServerObjects page = table.objectsOn(server, cursor, mostPerPage);
        for (RepairTask task : page.objects()) {
            if (isFirstSeenOn(server, task) && count(task) && task.missing().isEmpty() && isMovable.test(task)) {
                movable.add(task);
            }
        }
        cursor = page.next();
        if (cursor == null) {
            at++;
        }
        return page.objects().size();
    }

    /** A walk meets an object on each of its servers. */
    private boolean isFirstSeenOn(ServerId server, RepairTask task) {
        return task.row().live().servers().stream()
                .allMatch(other -> other.compareTo(server) >= 0 || !walked.contains(other));
    }

    private boolean count(RepairTask task) {
        Crowding crowding = Targets.crowding(domains, task.row());
        boolean any = false;
        for (Level level : Level.values()) {
            if (crowding.excess(level) > 0) {
                found.merge(level, 1L, Long::sum);
                any = true;
            }
        }
        return any;
    }
}
