package io.chameleon.core.placement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Consistent-hashing ring with virtual nodes (Chameleon IV-A). Immutable: a change of membership makes a new one. The same
 * members give the same ring on every machine.
 *
 * <p>Cost: lookup O(log points + points walked); memory 12 bytes per point.
 */
public final class PlacementRing {
    /** Points per server (reading 21). */
    public static final int DEFAULT_POINTS = 64;

    /** A server on the ring and its failure domain. */
    public record Member(ServerId id, String zone) {}

    private final List<Member> members;
    private final long[] points;
    private final int[] owners;
    private final int zones;

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
        record Point(long hash, int owner) {}
        List<Point> all = new ArrayList<>(count * pointsPerServer);
        for (int owner = 0; owner < count; owner++) {
            for (int i = 0; i < pointsPerServer; i++) {
                all.add(new Point(Fnv1a64.hash(this.members.get(owner).id() + "#" + i), owner));
            }
        }
        // Two points of one hash: the smaller server first, on every machine.
        all.sort((a, b) -> a.hash != b.hash ? Long.compareUnsigned(a.hash, b.hash) : Integer.compare(a.owner, b.owner));
        points = all.stream().mapToLong(Point::hash).toArray();
        owners = all.stream().mapToInt(Point::owner).toArray();
        zones = (int) this.members.stream().map(Member::zone).distinct().count();
    }

    public PlacementRing(Collection<Member> members) {
        this(members, DEFAULT_POINTS);
    }

    public List<Member> members() {
        return members;
    }

    /**
     * The first {@code count} usable servers for a key: distinct, no more to a zone than an even spread needs.
     *
     * @return fewer than {@code count} if there are not enough usable servers
     */
    public List<ServerId> select(ObjectId object, int count, Predicate<ServerId> usable) {
        return select(object, count, usable, Set.of());
    }

    /** As {@link #select(ObjectId, int, Predicate)}, never naming a server of {@code taken}, whose zones count as used. */
    public List<ServerId> select(ObjectId object, int count, Predicate<ServerId> usable, Set<ServerId> taken) {
        int perZone = zones == 0 ? 0 : (count + taken.size() + zones - 1) / zones;
        Map<String, Integer> used = new HashMap<>();
        for (Member member : taken.isEmpty() ? List.<Member>of() : members) {
            if (taken.contains(member.id())) {
                used.merge(member.zone(), 1, Integer::sum);
            }
        }
        Set<ServerId> chosen = new LinkedHashSet<>();
        int start = firstPointFrom(Fnv1a64.hash(object.toString()));
        for (int i = 0; i < points.length && chosen.size() < count; i++) {
            Member member = members.get(owners[(start + i) % points.length]);
            if (!chosen.contains(member.id())
                    && used.getOrDefault(member.zone(), 0) < perZone
                    && !taken.contains(member.id())
                    && usable.test(member.id())) {
                chosen.add(member.id());
                used.merge(member.zone(), 1, Integer::sum);
            }
        }
        // Too few zones are usable for an even spread: distinct servers come before distinct zones.
        for (int i = 0; i < points.length && chosen.size() < count; i++) {
            Member member = members.get(owners[(start + i) % points.length]);
            if (!chosen.contains(member.id()) && !taken.contains(member.id()) && usable.test(member.id())) {
                chosen.add(member.id());
            }
        }
        return List.copyOf(chosen);
    }

    /** All servers in the order in which the ring meets them from the key on. */
    public List<Member> preference(ObjectId object) {
        List<Member> order = new ArrayList<>(members.size());
        boolean[] seen = new boolean[members.size()];
        int start = firstPointFrom(Fnv1a64.hash(object.toString()));
        for (int i = 0; i < points.length && order.size() < members.size(); i++) {
            int owner = owners[(start + i) % points.length];
            if (!seen[owner]) {
                seen[owner] = true;
                order.add(members.get(owner));
            }
        }
        return order;
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
