package io.chameleon.client.read;

import io.chameleon.client.cluster.Cluster;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

/** Reads every fragment of an object, segment by segment, and tells which are not in their place. */
public final class Verifier {
    /** What was found of which version. */
    public record Found(ObjectMapping row, List<FragmentFault> faults) {}

    private final ClientContext context;
    private final FragmentFetcher fetcher;
    private final DamageReporter damage;

    Verifier(ClientContext context, FragmentFetcher fetcher, DamageReporter damage) {
        this.context = context;
        this.fetcher = fetcher;
        this.damage = damage;
    }

    /** Starts over if faults may be due to an overwrite or a move meanwhile. */
    CompletableFuture<Found> verify(ObjectMapping row, Scope scope) {
        return from(0, row, new ArrayList<>(), scope).thenCompose(faults -> {
            if (faults.isEmpty()) {
                return CompletableFuture.completedFuture(new Found(row, faults));
            }
            return context.lookup(row.id(), scope, context.deadline()).thenCompose(found -> {
                ObjectMapping now = found.mapping();
                if (now == null) {
                    throw new ChameleonError(ErrorCode.OBJECT_NOT_FOUND, "no object " + row.id());
                }
                boolean same = now.writeId().equals(row.writeId()) && now.live().equals(row.live());
                return same ? CompletableFuture.completedFuture(new Found(row, faults)) : verify(now, scope);
            });
        });
    }

    private CompletableFuture<List<FragmentFault>> from(
            int segment, ObjectMapping row, List<FragmentFault> faults, Scope scope) {
        if (segment == row.content().segments()) {
            return CompletableFuture.completedFuture(faults);
        }
        return context.clusters()
                .current(scope)
                .thenCompose(cluster -> segment(segment, row, cluster, scope))
                .thenComposeAsync(
                        found -> {
                            faults.addAll(found);
                            return from(segment + 1, row, faults, scope);
                        },
                        context.executor());
    }

    private CompletableFuture<List<FragmentFault>> segment(
            int segment, ObjectMapping row, Cluster cluster, Scope scope) {
        SegmentSlice slice = new SegmentSlice(row, segment, 0, row.content().segmentLength(segment));
        List<ServerId> servers = row.live().servers();
        Map<Integer, Throwable> failures = new ConcurrentSkipListMap<>();
        return CompletableFuture.allOf(IntStream.range(0, servers.size())
                        .mapToObj(i -> fetch(slice, i, servers.get(i), cluster, scope)
                                .handle((bytes, failure) -> {
                                    if (failure != null) {
                                        failures.put(i, Errors.unwrap(failure));
                                    }
                                    return bytes == null;
                                }))
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

    private CompletableFuture<byte[]> fetch(
            SegmentSlice slice, int index, ServerId server, Cluster cluster, Scope scope) {
        Deadline deadline = context.deadline();
        int whole = slice.scheme().fragmentBytes(slice.segmentLength());
        return cluster.server(server)
                .map(info -> fetcher.fetch(slice, index, 0, whole, info, scope, deadline))
                .orElseGet(() -> CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.UNAVAILABLE, "not in the cluster view")));
    }
}
