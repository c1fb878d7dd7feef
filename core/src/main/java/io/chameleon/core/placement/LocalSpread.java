package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of the chosen servers get which fragments of a locally repairable code: each group is dealt over the zones, and
 * over the nodes of each. So a domain has as few fragments of a group as can be, and its loss takes fewer of the
 * parities over all than it has fragments: of LRC(12+2+2) a quarter may be lost in each of four zones, though not any
 * four fragments may.
 */
public final class LocalSpread {
    private LocalSpread() {}

    /** A server, how many of its domain come before it, and which domain that is. */
    private record Dealt(ServerId server, int place, int domain) {}

    /** The same servers in the order of the fragments; as they are under other codes, or if some are missing. */
    public static List<ServerId> arranged(FailureDomains domains, RedundancyScheme scheme, List<ServerId> servers) {
        if (!scheme.isLocal() || servers.size() != scheme.width()) {
            return servers;
        }
        List<ServerId> dealt = dealt(domains, servers);
        List<ServerId> arranged = new ArrayList<>(servers);
        int next = 0;
        for (int index : byGroups(scheme)) {
            arranged.set(index, dealt.get(next++));
        }
        return List.copyOf(arranged);
    }

    /** The parities over all, so that they are not where one too many is dealt; then each group. */
    private static List<Integer> byGroups(RedundancyScheme scheme) {
        List<Integer> order = new ArrayList<>();
        for (int index = scheme.dataFragments() + scheme.localGroups(); index < scheme.width(); index++) {
            order.add(index);
        }
        for (int group = 0; group < scheme.localGroups(); group++) {
            scheme.localGroup(scheme.dataFragments() + group).stream().forEach(order::add);
        }
        return order;
    }

    /**
     * One from each zone, then a second from each, always in the same order of zones, so that those of a group are as
     * far apart as can be; within a zone so over its nodes.
     */
    private static List<ServerId> dealt(FailureDomains domains, List<ServerId> servers) {
        return dealt(domains, Level.ZONE, dealt(domains, Level.NODE, servers));
    }

    private static List<ServerId> dealt(FailureDomains domains, Level level, List<ServerId> servers) {
        Map<Object, Integer> used = new HashMap<>();
        Map<Object, Integer> order = new HashMap<>();
        return servers.stream()
                .map(server -> {
                    Object domain = domains.domain(level, server);
                    int place = used.merge(domain, 1, Integer::sum) - 1;
                    return new Dealt(server, place, number(order, domain));
                })
                .sorted(Comparator.comparingInt(Dealt::place).thenComparingInt(Dealt::domain))
                .map(Dealt::server)
                .toList();
    }

    private static int number(Map<Object, Integer> numbers, Object domain) {
        Integer known = numbers.putIfAbsent(domain, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }
}
