package io.chameleon.policy;

import io.chameleon.core.Require;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Everything a policy may know. Servers and objects are sorted by id, so no plan depends on the order of its input.
 *
 * @param epoch the epoch that has just ended; heat is {@code p_epoch}
 * @param servers the known servers
 * @param objects the known objects: all, or the hottest, the coldest and all in an intermediate state
 * @param groups the others, by groups; none if groups are not counted
 * @param schemes that transitions lead to
 * @param ring where an object goes if wear does not decide it (reading 10)
 */
public record ClusterSnapshot(
        long epoch,
        List<ServerLoad> servers,
        List<Candidate> objects,
        List<ObjectGroup> groups,
        Schemes schemes,
        PlacementRing ring) {
    /** Without groups; all buckets have the same schemes. */
    public ClusterSnapshot(
            long epoch,
            List<ServerLoad> servers,
            List<Candidate> objects,
            RedundancyScheme rep,
            RedundancyScheme ec,
            PlacementRing ring) {
        this(epoch, servers, objects, List.of(), new Schemes(rep, ec), ring);
    }

    public ClusterSnapshot {
        servers = servers.stream().sorted(Comparator.comparing(ServerLoad::id)).toList();
        objects = objects.stream().sorted(Comparator.comparing(Candidate::id)).toList();
        groups = groups.stream().sorted(ObjectGroup.ORDER).toList();
        Require.that(epoch >= 0, "epoch of a snapshot", epoch, "0 or more");
        requireDistinct(servers, ServerLoad::id, "server");
        requireDistinct(objects, Candidate::id, "object");
        requireDistinct(groups, ObjectGroup::group, "group");
    }

    /** @param sorted by name, so equal ones are neighbours */
    private static <T, N> void requireDistinct(List<T> sorted, Function<T, N> name, String what) {
        for (int i = 1; i < sorted.size(); i++) {
            N one = name.apply(sorted.get(i));
            if (one.equals(name.apply(sorted.get(i - 1)))) {
                throw Require.violation(what + " of a snapshot", one, "each " + what + " once");
            }
        }
    }

    /** The objects, then the groups. */
    public Stream<Movable> movables() {
        return Stream.concat(objects.stream(), groups.stream());
    }
}
