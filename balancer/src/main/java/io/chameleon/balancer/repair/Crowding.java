package io.chameleon.balancer.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.placement.Spread;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Fragments of one object in failure domains that hold more of them than its scheme survives. Padding is on no server, so it does not
 * count.
 */
final class Crowding {
    private final FailureDomains domains;
    private final ObjectMapping row;
    private final RedundancyScheme scheme;

    Crowding(FailureDomains domains, ObjectMapping row) {
        this.domains = domains;
        this.row = row;
        this.scheme = row.live().scheme();
    }

    /** Where a fragment may go, given the servers of all and of those that count. */
    interface Place {
        Optional<ServerId> of(int index, List<ServerId> taken, List<ServerId> holding);
    }

    /** Fragments beyond what the scheme survives, over the domains of a level. */
    static int excess(FailureDomains domains, Level level, ObjectMapping row) {
        Crowding crowding = new Crowding(domains, row);
        return crowding.excess(level, row.live().servers());
    }

    /** The fewest moves, one after the other, each of which leaves less excess; none if there is no better place. */
    Map<Integer, ServerId> relieve(Place place) {
        List<ServerId> servers = new ArrayList<>(row.live().servers());
        Map<Integer, ServerId> moves = new TreeMap<>();
        while (excess(servers) > 0 && relieveOne(servers, moves, place)) {
            // One more.
        }
        return moves;
    }

    private boolean relieveOne(List<ServerId> servers, Map<Integer, ServerId> moves, Place place) {
        return moveOne(servers, moves, place) || moveBehindPadding(servers, moves, place);
    }

    private boolean moveOne(List<ServerId> servers, Map<Integer, ServerId> moves, Place place) {
        int before = excess(servers);
        for (int index : stored()) {
            ServerId from = servers.get(index);
            Optional<ServerId> to = isCrowded(servers, from) && !moves.containsKey(index)
                    ? place.of(index, servers, holding(servers, index))
                    : Optional.empty();
            if (to.isPresent()) {
                servers.set(index, to.get());
                if (excess(servers) < before) {
                    moves.put(index, to.get());
                    return true;
                }
                servers.set(index, from);
            }
        }
        return false;
    }

    /** Padding that takes up a place in a better domain goes elsewhere, which costs nothing, and a fragment takes its place. */
    private boolean moveBehindPadding(List<ServerId> servers, Map<Integer, ServerId> moves, Place place) {
        for (int index = 0; index < scheme.width(); index++) {
            Optional<ServerId> to = row.content().isStored(scheme, index) || moves.containsKey(index)
                    ? Optional.empty()
                    : place.of(index, servers, holding(servers, index));
            if (to.isPresent()) {
                ServerId from = servers.set(index, to.get());
                if (moveOne(servers, moves, place)) {
                    moves.put(index, to.get());
                    return true;
                }
                servers.set(index, from);
            }
        }
        return false;
    }

    private boolean isCrowded(List<ServerId> servers, ServerId server) {
        Spread spread = domains.spread(holding(servers, -1));
        return Arrays.stream(Level.values()).anyMatch(level -> spread.beside(level, server) > scheme.parityFragments());
    }

    private int excess(List<ServerId> servers) {
        return excess(Level.ZONE, servers) + excess(Level.NODE, servers);
    }

    private int excess(Level level, List<ServerId> servers) {
        return domains.spread(holding(servers, -1)).excess(level, scheme.parityFragments());
    }

    private List<ServerId> holding(List<ServerId> servers, int without) {
        return IntStream.of(stored())
                .filter(index -> index != without)
                .mapToObj(servers::get)
                .toList();
    }

    private int[] stored() {
        ObjectContent content = row.content();
        return IntStream.range(0, scheme.width())
                .filter(index -> content.isStored(scheme, index))
                .toArray();
    }
}
