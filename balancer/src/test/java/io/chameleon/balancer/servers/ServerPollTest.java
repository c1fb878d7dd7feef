package io.chameleon.balancer.servers;

import static io.chameleon.balancer.TestCluster.server;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerPollTest {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final ServerId HEALTHY = server(0);
    private static final ServerId SILENT = server(1);

    private final List<Duration> patience = new ArrayList<>();
    private final Map<ServerId, CompletableFuture<String>> late = new HashMap<>();
    private final ServerPoll<String> poll = new ServerPoll<>("words", PERIOD, TIMEOUT, this::ask);
    private long now = 1_000_000;

    /** The silent server fails impatient requests, and lets the others wait. */
    private CompletableFuture<String> ask(ServerInfo server, Duration timeout) {
        if (server.id().equals(HEALTHY)) {
            return CompletableFuture.completedFuture("well");
        }
        patience.add(timeout);
        return timeout.compareTo(TIMEOUT) < 0
                ? CompletableFuture.failedFuture(new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, "no answer"))
                : late.computeIfAbsent(server.id(), any -> new CompletableFuture<>());
    }

    private Map<ServerId, String> answers() {
        List<ServerInfo> servers = IntStream.range(0, 2)
                .mapToObj(i -> new ServerInfo(server(i), "s", 1, "", 1, ServerInfo.Status.UP))
                .toList();
        return poll.answers(new ClusterView(servers, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1), now);
    }

    @Test
    void silentServer_isWaitedForOnce_thenAskedInTheBackground() {
        assertThat(answers()).containsExactly(Map.entry(HEALTHY, "well"));
        assertThat(answers()).isEmpty();
        now += PERIOD.toMillis();
        assertThat(answers()).containsExactly(Map.entry(HEALTHY, "well"));
        now += PERIOD.toMillis();
        assertThat(answers()).containsOnlyKeys(HEALTHY);
        assertThat(patience).containsExactly(TIMEOUT.dividedBy(10), TIMEOUT);
    }

    @Test
    void thousandsOfServers_areAskedInTurn_noMoreThanSomeASecond() {
        List<ServerInfo> servers = IntStream.range(0, 5_000)
                .mapToObj(i -> new ServerInfo(server(i), "s", 1, "", 1, ServerInfo.Status.UP))
                .toList();
        ClusterView view = new ClusterView(servers, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1);
        ServerPoll<String> every = new ServerPoll<>(
                "words", PERIOD, TIMEOUT, (server, timeout) -> CompletableFuture.completedFuture("well"));
        Map<ServerId, Integer> asked = new HashMap<>();
        for (int second = 0; second < 200; second++) {
            int before = asked.values().stream().mapToInt(times -> times).sum();
            for (int call = 0; call < 10; call++) {
                every.answers(view, now).keySet().forEach(server -> asked.merge(server, 1, Integer::sum));
                now += 100;
            }
            int inThisSecond = asked.values().stream().mapToInt(times -> times).sum() - before;
            assertThat(inThisSecond).isLessThanOrEqualTo(second == 0 ? 2 * ServerPoll.PER_SECOND : 50);
        }
        assertThat(asked).hasSize(5_000);
        assertThat(asked.values()).allMatch(times -> times == 2 || times == 3);
    }

    @Test
    void lateAnswer_counts_andTheServerIsAskedLikeOthersFromThenOn() {
        answers();
        answers();
        CompletableFuture<String> answer = requireNonNull(late.get(SILENT));
        assertThat(answer.complete("late")).isTrue();
        assertThat(answers()).containsExactly(Map.entry(SILENT, "late"));
        now += PERIOD.toMillis();
        answers();
        assertThat(patience)
                .as("in haste, with patience, in haste again")
                .containsExactly(TIMEOUT.dividedBy(10), TIMEOUT, TIMEOUT.dividedBy(10));
    }
}
