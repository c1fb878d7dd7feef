package io.chameleon.client.write;

import io.chameleon.client.PutOptions;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import java.util.concurrent.CompletableFuture;

/** Writes objects (design section 4, Write). */
public final class ObjectWriter {
    /**
     * A committed write and the row after it.
     *
     * @param degraded whether fragments are missing, of the object or of one of its chunks
     */
    public record Written(Commit commit, CommitResult result, boolean degraded) {}

    private final ClientContext context;
    private final int chunkBytes;
    private final PlacementPlanner planner;
    private final FragmentWriter fragments;
    private final Committer committer;
    private final RoomCheck room;

    /** @param chunkBytes an object of more is written in chunks */
    public ObjectWriter(ClientContext context, int chunkBytes) {
        this.context = context;
        this.chunkBytes = chunkBytes;
        planner = new PlacementPlanner(context);
        fragments = new FragmentWriter(context);
        committer = new Committer(context);
        room = new RoomCheck(context);
    }

    /**
     * Servers, then segments, then the commit. Whether the object is large shows only when its first chunk is full: until then both are
     * written alike. Closes the source.
     */
    public CompletableFuture<Written> write(ObjectId id, SegmentSource given, PutOptions options, Scope scope) {
        ChunkSource source = new ChunkSource(given, chunkBytes);
        WriteId writeId = context.writeIds().next();
        return room.require(id, given.expectedBytes(), scope)
                .thenCombine(
                        planner.plan(id, writeId, options, scope, context.deadline()), (nothing, placed) -> placed)
                .thenCompose(placed -> fragments.store(id, placed, source, scope))
                .thenCompose(first -> scope.call(source::nextChunk)
                        .whenComplete((more, failure) -> {
                            if (failure != null) {
                                fragments.discard(id, first.placed(), failure);
                            }
                        })
                        .thenCompose(more -> more
                                ? new ChunkedWrite(context, planner, fragments, committer, id, source, options, scope)
                                        .run(first)
                                : fragments.commit(
                                        id, first, () -> commit(id, first, source.segmentBytes(), options, scope))))
                .whenComplete((written, failure) -> source.close());
    }

    private CompletableFuture<Written> commit(
            ObjectId id, FragmentWriter.Stored stored, int segmentBytes, PutOptions options, Scope scope) {
        ObjectContent content = new ObjectContent(
                stored.placed().writeId(),
                stored.sent().bytes(),
                segmentBytes,
                stored.sent().crc32c(),
                options.contentType(),
                options.userMetadata());
        Commit commit = new Commit(id, content, stored.placed().placement(), stored.missing(), options.condition());
        return committer
                .commit(commit, scope)
                .thenApply(
                        result -> new Written(commit, result, !commit.missing().isEmpty()));
    }
}
