package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.Inquiry;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairStatus.Backlog;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why a drain may not end, as far as the cluster's view, the state of repair and the servers' fill say. The leader and
 * {@code chameleon repair status} find out alike.
 */
public final class DrainNotes {
    private final Cluster cluster;

    /** What is asked for only if it is needed. */
    public interface Cluster {
        ClusterView view();

        /** Of buckets that have their own. */
        Collection<BucketSchemes> bucketSchemes();

        CompletableFuture<WearReport> wear(ServerInfo server);
    }

    public DrainNotes(Cluster cluster) {
        this.cluster = cluster;
    }

    /** As the balancer sees the cluster. */
    static DrainNotes of(FlashServers servers) {
        return new DrainNotes(new Cluster() {
            @Override
            public ClusterView view() {
                return servers.view();
            }

            @Override
            public Collection<BucketSchemes> bucketSchemes() {
                return servers.bucketSchemes().values();
            }

            @Override
            public CompletableFuture<WearReport> wear(ServerInfo server) {
                return servers.wear(server);
            }
        });
    }

    /** Of all drains that go on; empty if there is none, or nothing is in the way. */
    public List<String> of(RepairStatus status) {
        Set<ServerId> leaving = status.evacuations().stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN && !evacuation.isFinished())
                .map(Evacuation::server)
                .collect(Collectors.toSet());
        if (leaving.isEmpty()) {
            return List.of();
        }
        List<ServerInfo> others = others(leaving);
        return Stream.of(
                        tooFew(others),
                        degraded(status),
                        status.drainStandsStill() ? fill(others) : Optional.<String>empty())
                .flatMap(Optional::stream)
                .toList();
    }

    /** If what leaves these servers may have no place. */
    public Optional<String> tooFewOthers(Set<ServerId> leaving) {
        return tooFew(others(leaving));
    }

    private List<ServerInfo> others(Set<ServerId> leaving) {
        return cluster.view().servers().stream()
                .filter(server -> !leaving.contains(server.id()))
                .toList();
    }

    private Optional<String> tooFew(List<ServerInfo> others) {
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

    /** How full the others are, which only they know; one that does not say is given nothing. */
    private Optional<String> fill(List<ServerInfo> others) {
        List<ServerInfo> takers = others.stream().filter(ServerInfo::isWritable).toList();
        return Inquiry.of(takers, cluster::wear).answers().entrySet().stream()
                .min(Comparator.comparingDouble(answer -> answer.getValue().utilisation()))
                .map(answer -> emptiest(takers.size(), answer));
    }

    private static String emptiest(int takers, Map.Entry<ServerInfo, WearReport> server) {
        return String.format(
                Locale.ROOT,
                "note: of %d other servers that take fragments, %s is the emptiest: %.1f %% full. A drain leaves"
                        + " balancer.headroom free on each (5 %% by default)",
                takers,
                server.getKey().id(),
                100 * server.getValue().utilisation());
    }

    /** Of the cluster's scheme and those that buckets have of their own. */
    private RedundancyScheme widest() {
        return Stream.concat(
                        Stream.of(cluster.view().ec()),
                        cluster.bucketSchemes().stream()
                                .flatMap(schemes -> Stream.of(
                                        Optional.ofNullable(schemes.rep()), Optional.ofNullable(schemes.ec())))
                                .flatMap(Optional::stream))
                .max(Comparator.comparingInt(RedundancyScheme::width))
                .orElseThrow();
    }
}
