package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first servers of an order of preference, spread evenly ({@link FailureDomains#choose}). */
record EvenChoice(FailureDomains domains, List<ServerId> order, Collection<ServerId> held) {
    private record Ranked(ServerId server, int position, int rank) {}

    List<ServerId> first(int count, int survives) {
        int wanted = Math.min(count, order.size());
        for (int most = Math.max(1, survives); ; most++) {
            List<ServerId> chosen = evenly(wanted, most);
            if (chosen.size() == wanted) {
                return chosen;
            }
        }
    }

    /** The k-th server of a node comes after all (k-1)-th servers of other nodes; likewise for zones. */
    private List<ServerId> evenly(int wanted, int mostOfNode) {
        List<Ranked> all = new ArrayList<>(order.size());
        for (int position = 0; position < order.size(); position++) {
            all.add(new Ranked(order.get(position), position, 0));
        }
        List<Ranked> inNodes = ranked(all, Level.NODE).stream()
                .filter(server -> server.rank() < mostOfNode)
                .sorted(Comparator.comparingInt(Ranked::rank))
                .toList();
        return ranked(inNodes, Level.ZONE).stream()
                .sorted(Comparator.comparingInt(Ranked::rank).thenComparingInt(Ranked::position))
                .limit(wanted)
                .sorted(Comparator.comparingInt(Ranked::position))
                .map(Ranked::server)
                .toList();
    }

    /** Each server with the number of servers of its domain before it. */
    private List<Ranked> ranked(List<Ranked> servers, Level level) {
        Map<Object, Integer> used = new HashMap<>();
        held.forEach(server -> used.merge(domains.domain(level, server), 1, Integer::sum));
        return servers.stream()
                .map(server -> new Ranked(
                        server.server(),
                        server.position(),
                        used.merge(domains.domain(level, server.server()), 1, Integer::sum) - 1))
                .toList();
    }
}
