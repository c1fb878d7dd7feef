package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.PlacementRing.Member;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Servers that fail together: zones, and nodes within each zone. Servers without a zone share the unknown zone ""; a
 * server without a node is its own node. Immutable.
 */
public final class FailureDomains {
    /** From the widest domain to the narrowest. */
    public enum Level {
        ZONE,
        NODE
    }

    private final Map<ServerId, Member> members = new HashMap<>();
    private final Map<Object, Integer> nodesOfZones = new HashMap<>();
    private final boolean flat;

    public FailureDomains(Collection<Member> members) {
        this(members, server -> true);
    }

    /** @param counted the servers whose domains may be used; the domains of the others are only known by name */
    public FailureDomains(Collection<Member> members, Predicate<ServerId> counted) {
        members.forEach(member -> this.members.put(member.id(), member));
        Set<Object> nodes = new HashSet<>();
        for (Member member : members) {
            if (counted.test(member.id()) && nodes.add(domain(Level.NODE, member))) {
                nodesOfZones.merge(member.zone(), 1, Integer::sum);
            }
        }
        flat = isFlat(members);
    }

    /** Each is a node of its own, or one node has them all: nothing is to be spread. */
    private static boolean isFlat(Collection<Member> members) {
        boolean oneZone = members.stream().map(Member::zone).distinct().count() <= 1;
        long domains = members.stream()
                .map(member -> domain(Level.NODE, member))
                .distinct()
                .count();
        return oneZone && (domains == members.size() || domains <= 1);
    }

    private record Node(String zone, String name, boolean known) {}

    private static Object domain(Level level, Member member) {
        if (level == Level.ZONE) {
            return member.zone();
        }
        boolean known = !member.node().isEmpty();
        return new Node(member.zone(), known ? member.node() : member.id().value(), known);
    }

    /** The domain of a server; an unknown server is a node of its own in the unknown zone. */
    Object domain(Level level, ServerId server) {
        Member member = members.get(server);
        return domain(level, member == null ? new Member(server, "") : member);
    }

    /** How many domains may be used. */
    public int count(Level level) {
        return level == Level.ZONE
                ? nodesOfZones.size()
                : nodesOfZones.values().stream().mapToInt(nodes -> nodes).sum();
    }

    /** The names of the zones that may be used. */
    Set<Object> zones() {
        return nodesOfZones.keySet();
    }

    /** Whether servers fail one by one, or all together, as far as is known: then only their number counts. */
    public boolean isFlat() {
        return flat;
    }

    /** How many of these servers are in each domain. */
    public Spread spread(Collection<ServerId> placed) {
        return new Spread(this, placed);
    }

    /** Nodes in the zone of a server. */
    int nodesBeside(ServerId server) {
        return nodesOfZones.getOrDefault(domain(Level.ZONE, server), 0);
    }

    /**
     * The first {@code count} servers of an order of preference, spread evenly: first over zones, then over the nodes
     * of each zone. No node gets more than {@code survives} if there are enough others, even if that makes zones less
     * even. Each domain contributes its first servers, so a server that joins or leaves changes little.
     *
     * <p>Cost: O(order log order).
     *
     * @param held servers that count as used; none of them is in {@code order}
     * @return in the order given; fewer than {@code count} if there are not enough
     */
    public List<ServerId> choose(List<ServerId> order, Collection<ServerId> held, int count, int survives) {
        return new EvenChoice(this, order, held).first(count, survives);
    }
}
