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
 * Which servers have been away for so long that they count as gone. Time runs from when the mapping service first saw them away, so a
 * new leader goes on where the last one was; or from when this process did, if the service does not tell. Where most servers are away, no more count as gone: that is more likely our fault than
 * theirs, and there would be nowhere to put what they hold. Those that are gone already, or were drained, are not among the servers that this asks of: a cluster outlives many.
 */
final class Absences {
    private final Duration patience;
    private final Map<ServerId, Long> since = new HashMap<>();

    Absences(Duration patience) {
        this.patience = patience;
    }

    /**
     * The servers that count as gone at {@code nowMillis}.
     *
     * @param expected not to be there: those that were found gone before, and those that were drained
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
