package io.chameleon.client.internal.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.placement.PlacementRing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A cluster view with its ring and an index. */
public record Cluster(ClusterView view, PlacementRing ring, Map<ServerId, ServerInfo> byId) {
    static Cluster of(ClusterView view) {
        return new Cluster(view, view.ring(), index(view));
    }

    /** The newer view; what depends on the servers alone is kept as long as they stay the same. */
    Cluster next(ClusterView newer) {
        boolean sameServers = newer.servers().equals(view.servers());
        boolean sameRing = newer.ringPoints() == view.ringPoints()
                && (sameServers || members(newer).equals(members(view)));
        return new Cluster(newer, sameRing ? ring : newer.ring(), sameServers ? byId : index(newer));
    }

    public Optional<ServerInfo> server(ServerId id) {
        return Optional.ofNullable(byId.get(id));
    }

    public boolean isWritable(ServerId id) {
        return server(id).map(ServerInfo::isWritable).orElse(false);
    }

    public boolean isReadable(ServerId id) {
        return server(id).map(ServerInfo::isReadable).orElse(false);
    }

    private static List<PlacementRing.Member> members(ClusterView view) {
        return view.servers().stream().map(PlacementRing.Member::of).toList();
    }

    private static Map<ServerId, ServerInfo> index(ClusterView view) {
        return view.servers().stream()
                .collect(Collectors.toUnmodifiableMap(ServerInfo::id, Function.identity(), (a, b) -> b));
    }
}
