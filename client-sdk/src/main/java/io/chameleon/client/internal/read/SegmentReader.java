package io.chameleon.client.internal.read;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.erasure.ShardSlice;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.client.FragmentRead;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads bytes of one segment. REP: from one replica. EC: from the data shards, or from others that yield them if some
 * fail or are slow. For a part of a segment, or a segment shorter than k pages, it reads only the shards that hold it.
 * If that fails, it reads their local group, if the code has groups and one has them all, and else the whole stripe.
 * Shards that are only padding are stored on no server and need no request.
 *
 * <p>Memory: the shards in the buffers of the network, and whatever {@link Assembly} makes of them.
 */
final class SegmentReader {
    private final ClientContext context;
    private final FragmentFetcher fetcher;
    private final DamageReporter damage;
    private final Assembly assembly;

    SegmentReader(ClientContext context, FragmentFetcher fetcher, DamageReporter damage, Assembly assembly) {
        this.context = context;
        this.fetcher = fetcher;
        this.damage = damage;
        this.assembly = assembly;
    }

    /** Fails with {@link UnreadableSegmentException} if the servers of the slice's row yield too few fragments. */
    CompletableFuture<Piece> read(SegmentSlice slice, Cluster cluster, Scope scope, Deadline deadline) {
        if (slice.scheme().dataFragments() == 1) {
            return gather(slice, Goal.segment(slice), cluster, slice.from(), slice.length(), scope, deadline)
                    .thenCompose(one -> assembly.concatenate(one.values(), slice.length()));
        }
        boolean inFewShards = slice.pieces().size() < slice.scheme().dataFragments();
        boolean direct = !slice.isWholeSegment() || inFewShards && Candidates.areSound(slice, cluster, context);
        return direct ? part(slice, cluster, scope, deadline) : stripe(slice, cluster, scope, deadline);
    }

    /** The whole segment from whole shards that yield it. */
    private CompletableFuture<Piece> stripe(SegmentSlice slice, Cluster cluster, Scope scope, Deadline deadline) {
        StripeLayout layout = slice.layout();
        return gather(slice, Goal.segment(slice), cluster, 0, layout.shardBytes(), scope, deadline)
                .thenCompose(shards -> assembly.join(slice.code(), layout, shards));
    }

    /** The bytes of the slice from others than the shards that hold them. */
    private CompletableFuture<Piece> decoded(SegmentSlice slice, Cluster cluster, Scope scope, Deadline deadline) {
        BitSet group = slice.localGroup();
        if (group.isEmpty()) {
            return fromStripe(slice, cluster, scope, deadline);
        }
        return gather(
                        slice,
                        Goal.group(slice, group),
                        cluster,
                        0,
                        slice.layout().shardBytes(),
                        scope,
                        deadline)
                .thenCompose(shards -> assembly.rebuild(slice, shards))
                .exceptionallyCompose(failure -> fromStripe(slice, cluster, scope, deadline));
    }

    private CompletableFuture<Piece> fromStripe(SegmentSlice slice, Cluster cluster, Scope scope, Deadline deadline) {
        return stripe(slice, cluster, scope, deadline)
                .thenApply(segment -> segment.range(slice.from(), slice.length()));
    }

    /** From the data shards that hold the requested bytes; from others as well if one fails or is slow. */
    private CompletableFuture<Piece> part(SegmentSlice slice, Cluster cluster, Scope parent, Deadline deadline) {
        Scope scope = parent.child();
        CompletableFuture<Piece> answer = new CompletableFuture<>();
        AtomicBoolean othersAsked = new AtomicBoolean();
        Runnable askOthers = () -> {
            if (othersAsked.compareAndSet(false, true)) {
                var unused = Scope.started(() -> decoded(slice, cluster, scope, deadline))
                        .whenComplete((range, failure) -> {
                            if (failure != null) {
                                answer.completeExceptionally(failure);
                            } else {
                                settle(answer, range);
                            }
                        });
            }
        };
        var unusedDirect = direct(slice, cluster, scope, deadline).whenComplete((bytes, failure) -> {
            if (failure != null) {
                askOthers.run();
            } else {
                settle(answer, bytes);
            }
        });
        int longest = slice.pieces().stream()
                .mapToInt(piece -> bytesAsked(slice, piece))
                .max()
                .orElse(0);
        context.retry().after(scope, context.hedgeDelay().of(longest), askOthers);
        return answer.whenComplete((bytes, failure) -> scope.close());
    }

    /** The other way was faster if it is settled already. */
    private static void settle(CompletableFuture<Piece> answer, Piece piece) {
        if (!answer.complete(piece)) {
            piece.release();
        }
    }

    private CompletableFuture<Piece> direct(SegmentSlice slice, Cluster cluster, Scope scope, Deadline deadline) {
        List<CompletableFuture<FragmentRead>> pieces = new ArrayList<>();
        for (ShardSlice piece : slice.pieces()) {
            int length = bytesAsked(slice, piece);
            ServerId server = slice.row().live().servers().get(piece.shard());
            Optional<ServerInfo> known = cluster.server(server).filter(ServerInfo::isReadable);
            pieces.add(known.map(
                            info -> fetcher.fetch(slice, piece.shard(), piece.offset(), length, info, scope, deadline))
                    .orElseGet(() -> CompletableFuture.failedFuture(Candidates.unknown(server))));
        }
        return Assembly.all(pieces).thenCompose(all -> assembly.concatenate(all, slice.length()));
    }

    /** For a whole segment, whole shards, since only those can be checked against their checksums. */
    private static int bytesAsked(SegmentSlice slice, ShardSlice piece) {
        return slice.isWholeSegment() ? slice.layout().shardBytes() : piece.length();
    }

    /**
     * Bytes [offset, offset + length) of as many fragments of the segment as reach the goal, by index; the caller
     * releases them.
     */
    private CompletableFuture<Map<Integer, FragmentRead>> gather(
            SegmentSlice slice, Goal goal, Cluster cluster, int offset, int length, Scope scope, Deadline deadline) {
        return new Gather(
                        Candidates.of(slice, cluster, context),
                        goal,
                        (candidate, within) -> fetcher.fetch(
                                slice, candidate.index(), offset, length, candidate.server(), within, deadline),
                        context.retry(),
                        context.hedgeDelay().of(length),
                        scope)
                .run()
                .thenApply(outcome -> {
                    damage.report(slice.row(), outcome.failures());
                    if (!outcome.enough()) {
                        outcome.fragments().values().forEach(FragmentRead::release);
                        throw UnreadableSegmentException.of(slice, cluster, outcome);
                    }
                    return outcome.fragments();
                });
    }
}
