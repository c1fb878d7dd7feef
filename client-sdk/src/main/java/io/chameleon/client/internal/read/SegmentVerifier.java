package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.FragmentFault;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FragmentRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads every fragment of one row, segment by segment, and reports those that are not in their place. */
record SegmentVerifier(ClientContext context, FragmentFetcher fetcher, DamageReporter damage) {
    /** In the order of segments, and of indexes within one. */
    CompletableFuture<List<FragmentFault>> faults(ObjectMapping row, Scope scope) {
        return from(0, row, new ArrayList<>(), scope);
    }

    /** Segments that have too few fragments left. */
    static int unreadable(ObjectMapping row, List<FragmentFault> faults) {
        RedundancyScheme scheme = row.live().scheme();
        Map<Integer, Set<Integer>> lost = faults.stream()
                .collect(Collectors.groupingBy(
                        FragmentFault::segment, Collectors.mapping(FragmentFault::index, Collectors.toSet())));
        return (int) lost.values().stream()
                .filter(indexes -> scheme.margin(indexes) < 0)
                .count();
    }

    private CompletableFuture<List<FragmentFault>> from(
            int segment, ObjectMapping row, List<FragmentFault> faults, Scope scope) {
        if (segment == row.content().segments()) {
            return CompletableFuture.completedFuture(faults);
        }
        return context.clusters()
                .current(scope)
                .thenCompose(cluster -> segment(segment, row, cluster, scope))
                .thenCompose(found -> context.workers().compose(() -> {
                    faults.addAll(found);
                    return from(segment + 1, row, faults, scope);
                }));
    }

    private CompletableFuture<List<FragmentFault>> segment(
            int segment, ObjectMapping row, Cluster cluster, Scope scope) {
        SegmentSlice slice = new SegmentSlice(row, segment, 0, row.content().segmentLength(segment));
        List<ServerId> servers = row.live().servers();
        Map<Integer, Throwable> failures = new ConcurrentSkipListMap<>();
        return CompletableFuture.allOf(IntStream.range(0, servers.size())
                        .filter(i -> !slice.layout().isPadding(i))
                        .mapToObj(i -> fetch(slice, i, servers.get(i), cluster, scope)
                                .whenComplete((read, failure) -> {
                                    if (failure != null) {
                                        failures.put(i, Errors.unwrap(failure));
                                    } else {
                                        read.release();
                                    }
                                })
                                .exceptionally(told -> null))
                        .toArray(CompletableFuture<?>[]::new))
                .thenApply(v -> {
                    if (scope.isClosed()) {
                        throw new CancellationException();
                    }
                    damage.report(row, failures);
                    List<FragmentFault> faults = new ArrayList<>();
                    failures.forEach((index, failure) -> faults.add(new FragmentFault(
                            segment,
                            index,
                            servers.get(index),
                            Errors.code(failure),
                            String.valueOf(failure.getMessage()))));
                    return faults;
                });
    }

    private CompletableFuture<FragmentRead> fetch(
            SegmentSlice slice, int index, ServerId server, Cluster cluster, Scope scope) {
        Deadline deadline = context.deadline(scope);
        int whole = slice.scheme().fragmentBytes(slice.segmentLength());
        return cluster.server(server)
                .map(info -> fetcher.fetch(slice, index, 0, whole, info, scope, deadline))
                .orElseGet(() -> CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.UNAVAILABLE, "not in the cluster view")));
    }
}
