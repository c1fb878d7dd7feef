package io.chameleon.client.internal.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Makes an object, or a chunk, durable, in two steps: its fragments, then its name. Until the commit at the very end
 * nothing can refer to them; on a failure before it they are discarded.
 */
final class FragmentWriter {
    /**
     * Durable fragments, their servers, and their content.
     *
     * @param more whether another chunk follows
     */
    record Stored(PlacedWrite placed, SegmentPump.Sent sent, boolean more) {}

    private final ClientContext context;
    private final ManifestSender manifests;
    private final Committer committer;
    private final Leftovers leftovers;

    FragmentWriter(ClientContext context, Committer committer) {
        this.context = context;
        manifests = new ManifestSender(context);
        this.committer = committer;
        leftovers = new Leftovers(context);
    }

    /**
     * Stores all segments up to the end of the chunk. Discards the fragments if it fails.
     *
     * @param label of what is stored if the source ends with it
     */
    CompletableFuture<Stored> store(Label label, PlacedWrite placed, ChunkSource source, Scope scope) {
        return new SegmentPump(label, placed, source, context, scope)
                .run()
                .thenCompose(sent -> scope.call(source::nextChunk).thenApply(more -> new Stored(placed, sent, more)))
                .whenComplete((stored, failure) -> {
                    if (failure != null) {
                        leftovers.discard(label, placed, failure);
                    }
                });
    }

    /**
     * Commits what is stored, once the manifest is stored beside it. Discards it if the commit fails and certainly was
     * not carried out, as when it could not be sent at all.
     */
    CompletableFuture<ObjectWriter.Written> commit(Label label, Stored stored, Condition condition, Scope scope) {
        return Scope.started(() -> named(label, stored, scope))
                .thenCompose(content -> commit(label, stored.placed, content, condition, scope))
                .whenComplete((written, failure) -> {
                    if (failure != null && CommitAnswers.isNotSent(failure)) {
                        leftovers.discard(label, stored.placed, failure);
                    }
                });
    }

    private CompletableFuture<ObjectContent> named(Label label, Stored stored, Scope scope) {
        SegmentPump.Sent sent = stored.sent;
        Manifest there = sent.manifest();
        if (there != null) {
            return CompletableFuture.completedFuture(there.content());
        }
        if (sent.bytes() == 0) {
            return CompletableFuture.completedFuture(label.content(stored.placed, 0, sent.crc32c()));
        }
        Manifest manifest = label.manifest(stored.placed, sent.bytes(), sent.crc32c());
        return manifests.send(stored.placed, manifest, scope).thenApply(v -> manifest.content());
    }

    private CompletableFuture<ObjectWriter.Written> commit(
            Label label, PlacedWrite placed, ObjectContent content, Condition condition, Scope scope) {
        // An empty object has no fragments, so none is missing.
        List<Integer> missing = content.size() == 0 ? List.of() : placed.missing();
        Commit commit = new Commit(label.id(), content, placed.placement(), missing, condition);
        return committer
                .commit(commit, scope)
                .thenApply(result -> new ObjectWriter.Written(commit, result, !missing.isEmpty()));
    }
}
