package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.balancer.servers.Headroom;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.placement.Crowding;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Which server gets a fragment that is missing, or has to leave. Its own, if that takes writes. Otherwise the next on
 * the object's ring that takes writes, has room and holds no other fragment of the object, spread over zones and nodes
 * as {@link FailureDomains#choose} does.
 */
final class Targets {
    /** Full or silent servers until the search for a place is left to the next attempt. */
    private static final int MOST_ASKED = 32;

    private final PlacementRing ring;
    private final FragmentIo fragments;
    private final Headroom headroom;
    private final Set<ServerId> leaving;

    /**
     * @param leaving servers that are to be emptied
     */
    Targets(PlacementRing ring, FragmentIo fragments, Headroom headroom, Set<ServerId> leaving) {
        this.ring = ring;
        this.fragments = fragments;
        this.headroom = headroom;
        this.leaving = Set.copyOf(leaving);
    }

    /** Indexes of the live fragments on servers that are to be emptied. */
    List<Integer> leaving(ObjectMapping row) {
        List<Integer> indexes = new ArrayList<>();
        for (int index = 0; index < row.live().servers().size(); index++) {
            if (leaving.contains(row.live().servers().get(index))) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    /**
     * Better places for fragments that crowd a failure domain; empty if none do, or there are none. Reserves nothing.
     */
    Map<Integer, ServerId> relief(RepairTask task) {
        return crowding(ring.domains(), task.row())
                .relieve((index, taken, holding) -> next(task, index, taken, holding));
    }

    /** Of the live fragments; padding is on no server, so it does not count. */
    static Crowding crowding(FailureDomains domains, ObjectMapping row) {
        RedundancyScheme scheme = row.live().scheme();
        return new Crowding(
                domains, scheme, row.live().servers(), index -> row.content().isStored(scheme, index));
    }

    /**
     * A server for each of these indexes, with room reserved; those without one are absent. Given no indexes,
     * {@link #relief}.
     */
    Map<Integer, ServerId> choose(RepairTask task, Collection<Integer> indexes) {
        if (!indexes.isEmpty()) {
            return replace(task, indexes);
        }
        Map<Integer, ServerId> relief = relief(task);
        relief.forEach((index, server) ->
                headroom.reserve(server, task.row().content(), task.row().live().scheme(), index));
        return relief;
    }

    private Map<Integer, ServerId> replace(RepairTask task, Collection<Integer> indexes) {
        ObjectMapping row = task.row();
        List<ServerId> servers = new ArrayList<>(row.live().servers());
        Set<Integer> homeless = new HashSet<>(indexes);
        homeless.removeIf(index -> isUsable(servers.get(index)));
        Map<Integer, ServerId> chosen = new TreeMap<>();
        for (int index : indexes) {
            ServerId current = servers.get(index);
            if (isUsable(current)) {
                chosen.put(index, current);
                continue;
            }
            next(task, index, servers, othersThan(homeless, servers)).ifPresent(next -> {
                headroom.reserve(next, row.content(), row.live().scheme(), index);
                servers.set(index, next);
                homeless.remove(index);
                chosen.put(index, next);
            });
        }
        return chosen;
    }

    private static List<ServerId> othersThan(Collection<Integer> indexes, List<ServerId> servers) {
        return IntStream.range(0, servers.size())
                .filter(index -> !indexes.contains(index))
                .mapToObj(servers::get)
                .toList();
    }

    private Optional<ServerId> next(RepairTask task, int index, List<ServerId> taken, List<ServerId> holding) {
        ObjectMapping row = task.row();
        RedundancyScheme scheme = row.live().scheme();
        Predicate<ServerId> mayDo = server -> isUsable(server)
                && !taken.contains(server)
                && !task.barred().contains(server)
                && headroom.mayFit(server, row.content(), scheme, index);
        // Only those chosen are asked for their room, and one that has none is not chosen again.
        for (int asked = 0; asked < MOST_ASKED; asked++) {
            Optional<ServerId> next =
                    ring.select(row.id(), scheme, 1, mayDo, holding).stream().findFirst();
            if (next.isEmpty() || headroom.fits(next.get(), row.content(), scheme, index)) {
                return next;
            }
        }
        return Optional.empty();
    }

    /** Why {@link #choose} has found no server for any of these: whether more room would help, or only more servers. */
    String noneFor(RepairTask task, Collection<Integer> indexes) {
        List<ServerId> usable = ring.members().stream()
                .map(PlacementRing.Member::id)
                .filter(this::isUsable)
                .toList();
        if (task.row().live().servers().containsAll(usable)) {
            return "fragments " + indexes + " have nowhere to go: of "
                    + ring.members().size() + " servers " + usable.size()
                    + " take writes, and each of these has a fragment of the object already";
        }
        return "no server has room for fragments " + indexes + " and none of the others";
    }

    private boolean isUsable(ServerId server) {
        return !leaving.contains(server) && fragments.takesWrites(server);
    }

    /** The destination that goes with these live servers. */
    Placement destination(ObjectMapping row, Placement live) {
        return new Successors(ring, leaving, this::isUsable).destination(row, live);
    }
}
