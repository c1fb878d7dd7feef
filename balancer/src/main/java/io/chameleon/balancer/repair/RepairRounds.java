package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.balancer.servers.Headroom;
import io.chameleon.balancer.servers.Silence;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.erasure.StripeCodec;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;

/** Begins rounds of repairs, and keeps what outlives a round: which servers are silent, and what room there is. */
final class RepairRounds {
    private final RepairTable table;
    private final FlashServers servers;
    private final StripeCodec codec;
    private final Throttle throttle;
    private final Lock relocation;
    private final Silence silence;
    private final Headroom headroom;

    /** @param share of each device that stays free */
    RepairRounds(
            RepairTable table,
            FlashServers servers,
            StripeCodec codec,
            Throttle throttle,
            Lock relocation,
            InstantSource clock,
            double share) {
        this.table = table;
        this.servers = servers;
        this.codec = codec;
        this.throttle = throttle;
        this.relocation = relocation;
        this.silence = new Silence(clock);
        this.headroom = servers.headroom(share, clock);
    }

    /** The ring of a view, on which rounds place fragments. */
    PlacementRing ring(ClusterView view) {
        return servers.ring(view);
    }

    RepairRound begin(long fence, ClusterView view, Evacuating evacuating) {
        long there = view.servers().stream().filter(ServerInfo::isReadable).count();
        throttle.share((int) Math.max(1, there));
        FragmentIo fragments = servers.fragments(view, silence);
        Set<ServerId> leaving = evacuating.records().stream()
                .filter(record -> Discovery.isLeaving(view, record))
                .map(Evacuation::server)
                .collect(Collectors.toSet());
        Targets targets = new Targets(servers.ring(view), fragments, headroom.of(view), leaving);
        return new RepairRound(fence, table, servers, fragments, targets, codec, throttle, relocation);
    }
}
