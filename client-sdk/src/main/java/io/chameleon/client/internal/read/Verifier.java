package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.FragmentFault;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.Extent;
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
import org.jspecify.annotations.Nullable;

/** Reads every fragment of an object, segment by segment, and reports those that are not in their place. */
public final class Verifier {
    /**
     * What was found, and of which version.
     *
     * @param faults by segment, counted through all chunks or components, and index
     * @param unreadable segments with too few fragments left
     */
    public record Found(ObjectMapping row, List<FragmentFault> faults, int unreadable) {}

    private final ClientContext context;
    private final FragmentFetcher fetcher;
    private final DamageReporter damage;
    private final ExtentCache lists;

    Verifier(ClientContext context, FragmentFetcher fetcher, DamageReporter damage, ExtentCache lists) {
        this.context = context;
        this.fetcher = fetcher;
        this.damage = damage;
        this.lists = lists;
    }

    /** Restarts if faults may be due to an overwrite or a move meanwhile. */
    CompletableFuture<Found> verify(ObjectMapping row, Scope scope) {
        return whole(row, scope)
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof VersionChangedException changed
                        ? verifyNow(row, changed.current, scope)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<Found> whole(ObjectMapping row, Scope scope) {
        Found nothing = new Found(row, List.of(), 0);
        if (row.content().isComposed()) {
            return lists.of(row, scope)
                    .thenCompose(extents -> components(row, extents, 0, nothing, scope))
                    .exceptionallyCompose(failure -> changed(row, "a component", failure, scope));
        }
        return row.content().isChunked() ? chunks(row, 0, nothing, scope) : segments(row, scope);
    }

    private CompletableFuture<Found> changed(ObjectMapping row, String piece, Throwable failure, Scope scope) {
        return Errors.unwrap(failure) instanceof VersionChangedException
                ? ChunkReader.changed(context, row, piece, scope)
                : CompletableFuture.failedFuture(Errors.unwrap(failure));
    }

    /**
     * Component after component.
     *
     * @param first number of its first segment
     */
    private CompletableFuture<Found> components(
            ObjectMapping row, List<Extent> left, int first, Found before, Scope scope) {
        if (left.isEmpty()) {
            return CompletableFuture.completedFuture(before);
        }
        ObjectId id = Components.id(row.id().bucket(), left.get(0).component());
        return context.lookup(id, scope, context.deadline(scope))
                .thenCompose(found -> found.mapping() == null
                        ? CompletableFuture.failedFuture(new VersionChangedException(null))
                        : whole(found.mapping(), scope))
                .thenCompose(found -> {
                    ObjectContent content = found.row.content();
                    int segmentBytes = content.segmentBytes();
                    int segments = Math.toIntExact((content.size() + segmentBytes - 1) / segmentBytes);
                    return components(
                            row, left.subList(1, left.size()), first + segments, sum(before, found, first), scope);
                });
    }

    private CompletableFuture<Found> verifyNow(ObjectMapping before, @Nullable ObjectMapping now, Scope scope) {
        if (now == null) {
            throw new ChameleonError(ErrorCode.OBJECT_NOT_FOUND, "no object " + before.id());
        }
        return verify(now, scope);
    }

    private CompletableFuture<Found> chunks(ObjectMapping row, int number, Found before, Scope scope) {
        if (number == row.content().chunks()) {
            return CompletableFuture.completedFuture(before);
        }
        ObjectId id = Chunks.id(row.id().bucket(), row.content().contentId(), number);
        return context.lookup(id, scope, context.deadline(scope))
                .thenCompose(found -> found.mapping() == null
                        ? CompletableFuture.failedFuture(new VersionChangedException(null))
                        : segments(found.mapping(), scope))
                .exceptionallyCompose(failure -> changed(row, "chunk " + id, failure, scope))
                .thenCompose(chunk -> {
                    int first =
                            number * (row.content().chunkBytes() / row.content().segmentBytes());
                    return chunks(row, number + 1, sum(before, chunk, first), scope);
                });
    }

    private static Found sum(Found before, Found chunk, int first) {
        List<FragmentFault> faults = new ArrayList<>(before.faults);
        chunk.faults.forEach(fault -> faults.add(new FragmentFault(
                first + fault.segment(), fault.index(), fault.server(), fault.code(), fault.reason())));
        return new Found(before.row, faults, before.unreadable + chunk.unreadable);
    }

    private CompletableFuture<Found> segments(ObjectMapping row, Scope scope) {
        return from(0, row, new ArrayList<>(), scope).thenCompose(faults -> {
            if (faults.isEmpty()) {
                return CompletableFuture.completedFuture(new Found(row, faults, 0));
            }
            return context.lookup(row.id(), scope, context.deadline(scope)).thenCompose(found -> {
                ObjectMapping now = found.mapping();
                if (now == null && ObjectId.isInternal(row.id().bucket())) {
                    throw new VersionChangedException(null);
                }
                if (now == null) {
                    throw new ChameleonError(ErrorCode.OBJECT_NOT_FOUND, "no object " + row.id());
                }
                boolean same = now.writeId().equals(row.writeId()) && now.live().equals(row.live());
                return same
                        ? CompletableFuture.completedFuture(new Found(row, faults, unreadable(row, faults)))
                        : whole(now, scope);
            });
        });
    }

    private static int unreadable(ObjectMapping row, List<FragmentFault> faults) {
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
