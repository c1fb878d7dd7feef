package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        Set<ServerId> ids = new HashSet<>();
        for (ServerLoad server : servers) {
            Require.that(ids.add(server.id()), "server of a snapshot", server.id(), "each server once");
        }
        Set<ObjectId> names = new HashSet<>();
        for (Candidate object : objects) {
            Require.that(names.add(object.id()), "object of a snapshot", object.id(), "each object once");
        }
        Set<Group> places = new HashSet<>();
        for (ObjectGroup group : groups) {
            Require.that(places.add(group.group()), "group of a snapshot", group.group(), "each group once");
        }
    }

    /** The objects, then the groups. */
    public Stream<Movable> movables() {
        return Stream.concat(objects.stream(), groups.stream());
    }
}
