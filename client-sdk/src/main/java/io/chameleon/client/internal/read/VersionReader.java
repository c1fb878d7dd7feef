package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads segments of one version wherever it is. If fragments are missing it looks the object up again. A version that
 * was moved is read from its new place, and so is one that its bucket has kept. One that was overwritten is a
 * {@link VersionChangedException}. If its servers are unreachable, the read is tried again a little later, and then
 * fails with their names.
 */
final class VersionReader {
    private static final int ROUNDS = 3;

    private final ClientContext context;
    private final SegmentReader segments;

    VersionReader(ClientContext context, SegmentReader segments) {
        this.context = context;
        this.segments = segments;
    }

    /**
     * @param onMoved receives the row of a version that has moved
     */
    CompletableFuture<Piece> read(SegmentSlice slice, Scope scope, Consumer<ObjectMapping> onMoved) {
        return context.reads().run(scope, 1, () -> round(slice, scope, onMoved, context.deadline(scope), 1));
    }

    private CompletableFuture<Piece> round(
            SegmentSlice slice, Scope scope, Consumer<ObjectMapping> onMoved, Deadline deadline, int round) {
        return context.clusters()
                .current(scope)
                .thenCompose(cluster -> segments.read(slice, cluster, scope, deadline))
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof UnreadableSegmentException unreadable
                        ? lookAgain(slice, scope, onMoved, deadline, round, unreadable)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<Piece> lookAgain(
            SegmentSlice slice,
            Scope scope,
            Consumer<ObjectMapping> onMoved,
            Deadline deadline,
            int round,
            UnreadableSegmentException unreadable) {
        ObjectMapping before = slice.row();
        return VersionPlace.now(before, id -> context.lookup(id, scope, deadline))
                .thenCompose(found -> {
                    ObjectMapping row = found.mapping();
                    if (row == null || !VersionPlace.isSame(before, row)) {
                        return CompletableFuture.failedFuture(new VersionChangedException(row));
                    }
                    // A kept version goes on under the object's name: it may become the latest again.
                    ObjectMapping now = row.withId(before.id());
                    if (isMoved(before, now)) {
                        onMoved.accept(now);
                        return round(slice.of(now), scope, onMoved, deadline, round);
                    }
                    boolean patience = unreadable.isOverload() || unreadable.isPassing() && round < ROUNDS;
                    if (patience && round < scope.limits().attempts() && !deadline.isPassed()) {
                        scope.meter().retried();
                        return context.retry()
                                .delay(scope, context.retry().pause(round))
                                .thenCompose(v -> context.clusters().refresh(scope))
                                .thenCompose(v -> round(slice, scope, onMoved, deadline, round + 1));
                    }
                    return CompletableFuture.failedFuture(unreadable.shown());
                });
    }

    private static boolean isMoved(ObjectMapping before, @Nullable ObjectMapping now) {
        return now != null
                && !(now.writeId().equals(before.writeId()) && now.live().equals(before.live()));
    }
}
