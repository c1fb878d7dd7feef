package io.chameleon.core.placement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.Slices;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Consistent-hashing ring with virtual nodes (Chameleon IV-A), weighted by the sizes of devices. Immutable: a change of
 * membership creates a new ring. The same members give the same ring on every machine.
 *
 * <p>Cost: a selection is O(log points + points walked). It walks until no server that it has not met could be chosen
 * ({@link FirstOfDomains}): some tens of points. Only if a zone has too few usable nodes it meets every server,
 * O(servers log servers) expected. Memory 12 bytes per point.
 */
public final class PlacementRing {
    /** Points of a server of median size (reading 21). */
    public static final int DEFAULT_POINTS = 64;

    /**
     * A server on the ring and its failure domains.
     *
     * @param zone "" if unknown
     * @param node the machine within the zone; "" if unknown, in which case the server counts as a node of its own
     * @param capacityBytes of its device; 0 if unknown
     */
    public record Member(ServerId id, String zone, String node, long capacityBytes) {
        /** A server whose node and size are unknown. */
        public Member(ServerId id, String zone) {
            this(id, zone, "", 0);
        }

        public static Member of(ServerInfo server) {
            return new Member(server.id(), server.zone(), server.node(), server.capacityBytes());
        }
    }

    private final List<Member> members;
    private final long[] points;
    private final int[] owners;
    private final FailureDomains domains;

    public PlacementRing(Collection<Member> members, int pointsPerServer) {
        Require.that(pointsPerServer >= 1, "ring points per server", pointsPerServer, "at least 1");
        this.members = members.stream()
                .sorted(Comparator.comparing(Member::id))
                .distinct()
                .toList();
        int count = this.members.size();
        Require.that(
                this.members.stream().map(Member::id).distinct().count() == count,
                "ring members",
                members,
                "each server once");
        RingWeights weights = new RingWeights(this.members, pointsPerServer);
        record Point(long hash, int owner) {}
        List<Point> all = new ArrayList<>(count * pointsPerServer);
        for (int owner = 0; owner < count; owner++) {
            int own = weights.points(this.members.get(owner));
            for (int i = 0; i < own; i++) {
                all.add(new Point(Fnv1a64.hash(this.members.get(owner).id() + "#" + i), owner));
            }
        }
        // If two points have the same hash, the smaller server comes first, on every machine.
        all.sort((a, b) -> a.hash != b.hash ? Long.compareUnsigned(a.hash, b.hash) : Integer.compare(a.owner, b.owner));
        points = all.stream().mapToLong(Point::hash).toArray();
        owners = all.stream().mapToInt(Point::owner).toArray();
        domains = new FailureDomains(this.members);
    }

    public PlacementRing(Collection<Member> members) {
        this(members, DEFAULT_POINTS);
    }

    public List<Member> members() {
        return members;
    }

    /** The failure domains of the members. */
    public FailureDomains domains() {
        return domains;
    }

    /**
     * Usable servers for all fragments of a key: distinct, and spread as {@link FailureDomains#choose} does.
     *
     * @return fewer than the scheme's width if there are not enough usable servers
     */
    public List<ServerId> select(ObjectId object, RedundancyScheme scheme, Predicate<ServerId> usable) {
        return select(object, scheme, scheme.width(), usable, List.of());
    }

    /**
     * As {@link #select(ObjectId, RedundancyScheme, Predicate)}, for {@code count} servers besides those that hold
     * other fragments. It returns none of these, and their domains count as used.
     */
    public List<ServerId> select(
            ObjectId object,
            RedundancyScheme scheme,
            int count,
            Predicate<ServerId> usable,
            Collection<ServerId> holding) {
        Set<ServerId> held = Set.copyOf(holding);
        List<ServerId> order = new ArrayList<>();
        FirstOfDomains met = new FirstOfDomains(domains, held, count);
        Iterator<Member> walk = walk(object);
        while (walk.hasNext() && !met.isDecided()) {
            ServerId server = walk.next().id();
            if (!held.contains(server) && usable.test(server)) {
                order.add(server);
                met.add(server);
            }
        }
        return domains.isFlat()
                ? List.copyOf(order)
                : LocalSpread.arranged(domains, scheme, domains.choose(order, held, count, scheme.survives()));
    }

    /** All servers in the order in which the ring meets them from the key on. */
    public List<Member> preference(ObjectId object) {
        List<Member> order = new ArrayList<>(members.size());
        walk(object).forEachRemaining(order::add);
        return order;
    }

    /** The same, one by one and lazily. */
    public Iterator<Member> walk(ObjectId object) {
        int start = firstPointFrom(position(object));
        return new Iterator<>() {
            private final BitSet seen = new BitSet(members.size());
            private int met;
            private int walked;

            @Override
            public boolean hasNext() {
                return met < members.size();
            }

            @Override
            public Member next() {
                while (hasNext()) {
                    int owner = owners[(start + walked++) % points.length];
                    if (!seen.get(owner)) {
                        seen.set(owner);
                        met++;
                        return members.get(owner);
                    }
                }
                throw new NoSuchElementException("the ring has " + members.size() + " servers");
            }
        };
    }

    /** Where an object is on every ring, as an unsigned number; by the name that clients know. */
    public static long position(ObjectId object) {
        return Fnv1a64.hash(Slices.whole(object).toString());
    }

    private int firstPointFrom(long hash) {
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(points[middle], hash) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == points.length ? 0 : low;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PlacementRing ring
                && members.equals(ring.members)
                && Arrays.equals(points, ring.points);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }
}
