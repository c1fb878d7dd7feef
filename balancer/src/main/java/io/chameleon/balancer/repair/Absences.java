package io.chameleon.balancer.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which servers have been absent for so long that they count as lost. Time runs from when the mapping service first saw
 * them absent, so a new leader resumes where the last one stopped; if the service does not say, it runs from when this
 * process did. If most servers are absent, no further one counts as lost: the network is the likelier culprit, and
 * there would be no room for what they hold. Servers that are already lost, or were drained, do not count towards this:
 * over time a cluster loses many.
 */
final class Absences {
    private final Duration patience;
    private final Map<ServerId, Long> since = new HashMap<>();

    Absences(Duration patience) {
        this.patience = patience;
    }

    /**
     * The servers that count as lost at {@code nowMillis}.
     *
     * @param expected to be absent: those that were lost before, and those that were drained
     */
    Set<ServerId> lost(ClusterView view, Set<ServerId> expected, long nowMillis) {
        Set<ServerId> away = view.servers().stream()
                .filter(server -> server.status() == ServerInfo.Status.DOWN)
                .map(ServerInfo::id)
                .collect(Collectors.toSet());
        since.keySet().retainAll(away);
        away.forEach(server -> since.merge(server, nowMillis - view.awayMillis().getOrDefault(server, 0L), Math::min));
        long missed = away.stream().filter(server -> !expected.contains(server)).count();
        long others = view.servers().size() - (away.size() - missed);
        if (2 * missed > others) {
            return Set.of();
        }
        return away.stream()
                .filter(server -> nowMillis - since.getOrDefault(server, nowMillis) >= patience.toMillis())
                .collect(Collectors.toSet());
    }
}
