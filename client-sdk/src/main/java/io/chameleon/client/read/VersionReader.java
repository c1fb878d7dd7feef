package io.chameleon.client.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads segments of one version wherever it is: when fragments are missing it looks the object up again, and tells a version that
 * was moved (read on there) from one that was overwritten ({@link VersionChangedException}) and one whose servers are away (try
 * again a little later, then say which).
 */
final class VersionReader {
    private static final int ROUNDS = 3;

    private final ClientContext context;
    private final SegmentReader segments;

    VersionReader(ClientContext context, SegmentReader segments) {
        this.context = context;
        this.segments = segments;
    }

    /** @param onMoved told the row of a version that has moved */
    CompletableFuture<byte[]> read(SegmentSlice slice, Scope scope, Consumer<ObjectMapping> onMoved) {
        return context.reads().run(scope, 1, () -> round(slice, scope, onMoved, context.deadline(), 1));
    }

    private CompletableFuture<byte[]> round(
            SegmentSlice slice, Scope scope, Consumer<ObjectMapping> onMoved, Deadline deadline, int round) {
        return context.clusters()
                .current(scope)
                .thenCompose(cluster -> segments.read(slice, cluster, scope, deadline))
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof UnreadableSegmentException unreadable
                        ? lookAgain(slice, scope, onMoved, deadline, round, unreadable)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<byte[]> lookAgain(
            SegmentSlice slice,
            Scope scope,
            Consumer<ObjectMapping> onMoved,
            Deadline deadline,
            int round,
            UnreadableSegmentException unreadable) {
        return context.lookup(slice.row().id(), scope, deadline).thenCompose(found -> {
            ObjectMapping now = found.mapping();
            if (now == null
                    || !now.content().contentId().equals(slice.row().content().contentId())) {
                return CompletableFuture.failedFuture(new VersionChangedException(now));
            }
            if (isMoved(slice.row(), now)) {
                onMoved.accept(now);
                return round(slice.of(now), scope, onMoved, deadline, round);
            }
            boolean patience = unreadable.isOverload() || unreadable.isPassing() && round < ROUNDS;
            if (patience && !deadline.isPassed()) {
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
