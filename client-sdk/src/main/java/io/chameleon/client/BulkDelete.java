package io.chameleon.client;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Deletes objects of one bucket, some at a time. */
final class BulkDelete {
    /** Enough to hide the way there and back; more would keep other requests waiting. */
    private static final int AT_ONCE = 32;

    private final Changes changes;
    private final String bucket;
    private final List<String> keys;
    private final Scope scope;
    private final AtomicInteger next = new AtomicInteger();
    private final DeleteOutcome[] outcomes;

    BulkDelete(Changes changes, String bucket, List<String> keys, Scope scope) {
        this.changes = changes;
        this.bucket = bucket;
        this.keys = keys;
        this.scope = scope;
        this.outcomes = new DeleteOutcome[keys.size()];
    }

    /** Outcome {@code i} is that of key {@code i}. */
    CompletableFuture<List<DeleteOutcome>> run() {
        ObjectId.requireBucket(bucket);
        return CompletableFuture.allOf(IntStream.range(0, Math.min(AT_ONCE, keys.size()))
                        .mapToObj(i -> deleteNext())
                        .toArray(CompletableFuture<?>[]::new))
                .thenApply(v -> List.of(outcomes));
    }

    private CompletableFuture<Void> deleteNext() {
        int mine = next.getAndIncrement();
        if (mine >= keys.size()) {
            return CompletableFuture.completedFuture(null);
        }
        String key = keys.get(mine);
        return Scope.started(() -> changes.delete(ObjectId.ofUser(bucket, key), Condition.NONE, scope))
                .thenApply(deleted -> new DeleteOutcome(key, deleted, Optional.empty()))
                .exceptionally(failure -> new DeleteOutcome(key, false, Optional.of(shown(failure))))
                .thenAccept(outcome -> outcomes[mine] = outcome)
                // Through the executor: answers that come at once must not deepen the stack.
                .thenCompose(v -> changes.context().workers().compose(this::deleteNext));
    }

    private static ChameleonException shown(Throwable failure) {
        RuntimeException shown = Errors.of(failure);
        if (shown instanceof ChameleonException known) {
            return known;
        }
        throw shown;
    }
}
