package io.chameleon.cli.operate;

import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairStatus.Backlog;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a drain may not end, as far as the cluster's view and the state of repair say. */
final class DrainNotes {
    private final ClusterConnection connection;

    DrainNotes(ClusterConnection connection) {
        this.connection = connection;
    }

    /** Of all drains that go on; empty if there is none, or nothing is in the way. */
    List<String> of(RepairStatus status) {
        Set<ServerId> leaving = status.evacuations().stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN && !evacuation.isFinished())
                .map(Evacuation::server)
                .collect(Collectors.toSet());
        return leaving.isEmpty()
                ? List.of()
                : Stream.of(tooFewOthers(leaving), degraded(status))
                        .flatMap(Optional::stream)
                        .toList();
    }

    /** If what leaves these servers may have no place. */
    Optional<String> tooFewOthers(Set<ServerId> leaving) {
        List<ServerInfo> others = connection.view().servers().stream()
                .filter(server -> !leaving.contains(server.id()))
                .toList();
        long takers = others.stream().filter(ServerInfo::isWritable).count();
        RedundancyScheme widest = widest();
        return takers >= widest.width()
                ? Optional.empty()
                : Optional.of("note: " + takers + " other servers take fragments" + failed(others) + ", " + widest
                        + " needs " + widest.width() + ": what is coded so has nowhere to go");
    }

    /** Those that an operator may want back; one that is drained takes none because an operator said so. */
    private static String failed(List<ServerInfo> others) {
        String failed = others.stream()
                .filter(server ->
                        server.status() == ServerInfo.Status.READ_ONLY || server.status() == ServerInfo.Status.DOWN)
                .map(server -> server.id() + " is " + server.status())
                .collect(Collectors.joining(", "));
        return failed.isEmpty() ? "" : " (" + failed + ")";
    }

    private static Optional<String> degraded(RepairStatus status) {
        long unreadable = status.queue().stream()
                .filter(backlog -> backlog.margin() < 0)
                .mapToLong(Backlog::objects)
                .sum();
        if (unreadable > 0) {
            return Optional.of("note: objects with too few fragments to be read: " + unreadable
                    + "; what they have on a server that is drained stays there until other servers come back");
        }
        return status.postponed() > 0
                ? Optional.of("note: a degraded object leaves a server that is drained only once it is repaired")
                : Optional.empty();
    }

    /** Of the cluster's scheme and those that buckets have of their own. */
    private RedundancyScheme widest() {
        return Stream.concat(
                        Stream.of(connection.view().ec()),
                        connection.client().buckets().stream()
                                .flatMap(bucket -> Stream.of(
                                        Optional.ofNullable(bucket.schemes().rep()),
                                        Optional.ofNullable(bucket.schemes().ec())))
                                .flatMap(Optional::stream))
                .max(Comparator.comparingInt(RedundancyScheme::width))
                .orElseThrow();
    }
}
