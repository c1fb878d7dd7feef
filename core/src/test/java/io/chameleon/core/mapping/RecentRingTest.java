package io.chameleon.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentRingTest {
    private final RecentRing rings = new RecentRing();

    private static List<ServerInfo> servers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new ServerInfo(
                        new ServerId("s" + i), "host-" + i, 1, "z" + i % 3, 1 << 30, ServerInfo.Status.UP))
                .toList();
    }

    private static ClusterView view(List<ServerInfo> servers) {
        return new ClusterView(servers, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1);
    }

    @Test
    void ring_isThatOfTheView() {
        ClusterView view = view(servers(9));
        assertThat(rings.of(view)).isEqualTo(view.ring());
        ClusterView larger = view(servers(10));
        assertThat(rings.of(larger)).isEqualTo(larger.ring());
    }

    @Test
    void ring_isKept_whileServersOnlyComeUpGoDownAndMoveToOtherHosts() {
        ClusterView view = view(servers(9));
        PlacementRing ring = rings.of(view);
        assertThat(rings.of(view.at(2, Map.of(new ServerId("s1"), 17L)))).isSameAs(ring);

        List<ServerInfo> changed = new ArrayList<>(servers(9));
        changed.set(1, changed.get(1).with(ServerInfo.Status.DOWN));
        changed.set(2, new ServerInfo(new ServerId("s2"), "elsewhere", 7, "z2", 1 << 30, ServerInfo.Status.UP));
        assertThat(rings.of(view(changed))).isSameAs(ring);
    }

    @Test
    void serverInAnotherZone_givesAnotherRing() {
        rings.of(view(servers(9)));
        List<ServerInfo> moved = new ArrayList<>(servers(9));
        moved.set(1, new ServerInfo(new ServerId("s1"), "host-1", 1, "z2", 1 << 30, ServerInfo.Status.UP));
        assertThat(rings.of(view(moved))).isEqualTo(view(moved).ring());
    }
}
