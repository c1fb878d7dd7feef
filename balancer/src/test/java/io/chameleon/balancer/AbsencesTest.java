package io.chameleon.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.ServerInfo.Status;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AbsencesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long NOW = 1_000_000_000;
    private static final ServerId GONE = TestCluster.server(0);

    private final Absences absences = new Absences(PATIENCE);

    /** Three servers, of which the first is away, for as long as the mapping service says. */
    private static ClusterView view(Map<ServerId, Long> awayMillis) {
        List<ServerInfo> servers = IntStream.range(0, 3)
                .mapToObj(i -> new ServerInfo(TestCluster.server(i), "s", 1, "", 1, i == 0 ? Status.DOWN : Status.UP))
                .toList();
        return new ClusterView(servers, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1, awayMillis);
    }

    @Test
    void newLeader_goesOnWithTheTimeThatTheMappingServiceHasCounted() {
        long almost = PATIENCE.toMillis() - 1;
        assertThat(absences.lost(view(Map.of(GONE, almost)), NOW)).isEmpty();
        assertThat(absences.lost(view(Map.of(GONE, almost + 1)), NOW + 1)).containsExactly(GONE);
        assertThat(new Absences(PATIENCE).lost(view(Map.of(GONE, PATIENCE.toMillis())), NOW))
                .containsExactly(GONE);
    }

    @Test
    void serviceThatDoesNotCount_leavesItToTheLeader() {
        assertThat(absences.lost(view(Map.of()), NOW)).isEmpty();
        assertThat(absences.lost(view(Map.of()), NOW + PATIENCE.toMillis() - 1)).isEmpty();
        assertThat(absences.lost(view(Map.of()), NOW + PATIENCE.toMillis())).containsExactly(GONE);
    }
}
