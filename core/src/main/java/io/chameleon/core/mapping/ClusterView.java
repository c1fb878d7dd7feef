package io.chameleon.core.mapping;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every client must know about the cluster: its servers and its schemes.
 *
 * @param servers every known server, up or not: an absent server keeps its place on the ring
 * @param rep scheme of the REP policy, unless a bucket has its own
 * @param ec scheme of the EC policy, unless a bucket has its own
 * @param epoch number of the current epoch
 * @param cluster id of the cluster ({@link ServerIdentity}); "" if it has none yet
 * @param awayMillis how long servers have been absent, by the metadata service's clock; without those whose absence it
 *     does not know
 */
public record ClusterView(
        List<ServerInfo> servers,
        RedundancyScheme rep,
        RedundancyScheme ec,
        int ringPoints,
        long epoch,
        String cluster,
        Map<ServerId, Long> awayMillis) {
    /** Without absences, and without an id of the cluster. */
    public ClusterView(
            List<ServerInfo> servers, RedundancyScheme rep, RedundancyScheme ec, int ringPoints, long epoch) {
        this(servers, rep, ec, ringPoints, epoch, "", Map.of());
    }

    public ClusterView {
        servers = List.copyOf(servers);
        awayMillis = Map.copyOf(awayMillis);
        ServerIdentity.require(cluster, "cluster id");
        Require.that(rep.policy() == RedundancyPolicy.REP, "scheme of the REP policy", rep, "REP(copies)");
        Require.that(ec.policy() == RedundancyPolicy.EC, "scheme of the EC policy", ec, "EC(data+parity)");
    }

    public RedundancyScheme scheme(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? rep : ec;
    }

    /** As a bucket with these schemes of its own has it. */
    public RedundancyScheme scheme(RedundancyPolicy policy, BucketSchemes own) {
        RedundancyScheme scheme = own.of(policy);
        return scheme == null ? scheme(policy) : scheme;
    }

    public Optional<ServerInfo> server(ServerId id) {
        return servers.stream().filter(server -> server.id().equals(id)).findFirst();
    }

    /** The same servers and schemes later; shares the list of servers. */
    public ClusterView at(long newEpoch, Map<ServerId, Long> newAwayMillis) {
        return new ClusterView(servers, rep, ec, ringPoints, newEpoch, cluster, newAwayMillis);
    }

    /** A new ring over all known servers; see {@link RecentRing}. */
    public PlacementRing ring() {
        return new PlacementRing(servers.stream().map(PlacementRing.Member::of).toList(), ringPoints);
    }
}
