package io.chameleon.balancer.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.ServerInfo.Status;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AbsencesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long NOW = 1_000_000_000;
    private static final ServerId GONE = TestCluster.server(0);

    private final Absences absences = new Absences(PATIENCE);

    /** Three servers, of which the first is absent for as long as the mapping service says. */
    private static ClusterView view(Map<ServerId, Long> awayMillis) {
        return view(3, 1, awayMillis);
    }

    private static ClusterView view(int all, int away, Map<ServerId, Long> awayMillis) {
        List<ServerInfo> servers = IntStream.range(0, all)
                .mapToObj(i -> new ServerInfo(TestCluster.server(i), "s", 1, "", 1, i < away ? Status.DOWN : Status.UP))
                .toList();
        return new ClusterView(servers, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1, "", awayMillis);
    }

    @Test
    void newLeader_goesOnWithTheTimeThatTheMappingServiceHasCounted() {
        long almost = PATIENCE.toMillis() - 1;
        assertThat(absences.lost(view(Map.of(GONE, almost)), Set.of(), NOW)).isEmpty();
        assertThat(absences.lost(view(Map.of(GONE, almost + 1)), Set.of(), NOW + 1))
                .containsExactly(GONE);
        assertThat(new Absences(PATIENCE).lost(view(Map.of(GONE, PATIENCE.toMillis())), Set.of(), NOW))
                .containsExactly(GONE);
    }

    @Test
    void serviceThatDoesNotCount_leavesItToTheLeader() {
        assertThat(absences.lost(view(Map.of()), Set.of(), NOW)).isEmpty();
        assertThat(absences.lost(view(Map.of()), Set.of(), NOW + PATIENCE.toMillis() - 1))
                .isEmpty();
        assertThat(absences.lost(view(Map.of()), Set.of(), NOW + PATIENCE.toMillis()))
                .containsExactly(GONE);
    }

    @Test
    void whereMostServersAreAway_noneIsGone() {
        assertThat(absences.lost(view(9, 5, longAway(5)), Set.of(), NOW)).isEmpty();
        assertThat(absences.lost(view(8, 4, longAway(4)), Set.of(), NOW)).hasSize(4);
    }

    /** A cluster whose servers were replaced many times over knows more dead ones than living. */
    @Test
    void serversThatWereLostLongAgo_doNotKeepTheNextFromCounting() {
        Set<ServerId> already = Set.copyOf(longAway(10).keySet());
        ServerId next = TestCluster.server(10);
        assertThat(absences.lost(view(18, 11, longAway(11)), already, NOW)).contains(next);
        assertThat(absences.lost(view(18, 15, longAway(15)), already, NOW))
                .as("five of the eight that should be there")
                .isEmpty();
    }

    private static Map<ServerId, Long> longAway(int servers) {
        return IntStream.range(0, servers)
                .boxed()
                .collect(Collectors.toMap(TestCluster::server, any -> PATIENCE.toMillis()));
    }
}
