package io.chameleon.balancer.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Which servers take the place of those that are to be emptied, in destinations that wait for a write. */
final class Successors {
    private final PlacementRing ring;
    private final Set<ServerId> leaving;
    private final Predicate<ServerId> usable;

    Successors(PlacementRing ring, Set<ServerId> leaving, Predicate<ServerId> usable) {
        this.ring = ring;
        this.leaving = leaving;
        this.usable = usable;
    }

    /**
     * The destination of an intermediate state without the servers that are to be emptied. They are replaced by those
     * that replace them in the live servers, or by the next on the ring. If there is none, the next write finds one.
     */
    Placement destination(ObjectMapping row, Placement live) {
        Placement from = row.source();
        if (from == null) {
            return live;
        }
        List<ServerId> servers = new ArrayList<>(row.destination().servers());
        for (int at = 0; at < servers.size(); at++) {
            ServerId current = servers.get(at);
            if (leaving.contains(current)) {
                int was = from.servers().indexOf(current);
                ServerId successor = was < 0 ? current : live.servers().get(was);
                servers.set(at, servers.contains(successor) ? onRing(row, servers, current) : successor);
            }
        }
        return new Placement(row.destination().scheme(), servers);
    }

    private ServerId onRing(ObjectMapping row, List<ServerId> servers, ServerId otherwise) {
        List<ServerId> others =
                servers.stream().filter(server -> !server.equals(otherwise)).toList();
        List<ServerId> next = ring.select(
                row.id(),
                row.destination().scheme(),
                1,
                server -> usable.test(server) && !server.equals(otherwise),
                others);
        return next.isEmpty() ? otherwise : next.getFirst();
    }
}
