package io.chameleon.client.write;

import io.chameleon.client.PutOptions;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import java.util.concurrent.CompletableFuture;

/** Writes objects (docs/architecture.md, "A write"). */
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
        committer = new Committer(context);
        fragments = new FragmentWriter(context, committer);
        room = new RoomCheck(context);
    }

    /**
     * Servers, then segments, then the name. Whether the object is large shows only when its first chunk is full: until then both are
     * written alike. Closes the source.
     */
    public CompletableFuture<Written> write(ObjectId id, SegmentSource given, PutOptions options, Scope scope) {
        ChunkSource source = new ChunkSource(given, chunkBytes);
        WriteId writeId = context.writeIds().next();
        Label label = new Label(id, source.segmentBytes(), options.contentType(), options.userMetadata());
        return room.require(id, given.expectedBytes(), scope)
                .thenCombine(planner.plan(id, writeId, options, scope, context.deadline()), (nothing, placed) -> placed)
                .thenCompose(placed -> fragments.store(label, placed, source, scope))
                .thenCompose(stored -> stored.more()
                        ? new ChunkedWrite(context, planner, fragments, committer, id, source, options, scope)
                                .run(stored)
                        : fragments.commit(label, stored, options.condition(), scope))
                .whenComplete((written, failure) -> source.close());
    }
}
