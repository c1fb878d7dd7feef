package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.redundancy.RedundancyPolicy;
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

    /**
     * @param chunkBytes a larger object is written in chunks
     */
    public ObjectWriter(ClientContext context, int chunkBytes) {
        this.context = context;
        this.chunkBytes = chunkBytes;
        planner = new PlacementPlanner(context);
        committer = new Committer(context);
        fragments = new FragmentWriter(context, committer);
        room = new RoomCheck(context);
    }

    /**
     * Servers, then segments, then the name. Whether the object is large shows only when its first chunk is full: until
     * then both kinds are written alike. Closes the source.
     */
    public CompletableFuture<Written> write(ObjectId id, SegmentSource given, PutOptions options, Scope scope) {
        scope.meter().expect(given.expectedBytes());
        ChunkSource source = new ChunkSource(given, chunkBytes);
        WriteId writeId = context.writeIds().next(id);
        Description description = new Description(options, given);
        Label label = new Label(id, source.segmentBytes(), options.contentType(), description::userMetadata);
        return room.require(id, given.expectedBytes(), scope)
                .thenCombine(
                        planner.plan(id, writeId, options, scope, context.deadline(scope)), (nothing, placed) -> placed)
                .thenCompose(placed -> fragments.store(label, placed, source, scope))
                .thenCompose(stored -> stored.more()
                        ? chunked(id, context.writeIds().next(id), source, description, scope)
                                .run(stored, options.condition())
                        : fragments.commit(label, stored, options.condition(), scope))
                .exceptionallyCompose(failure -> naming(id, failure))
                .whenComplete((written, failure) -> source.close());
    }

    /**
     * Writes a component of {@code object}, which no lookup can find until something refers to it. It is described by
     * the options, and what the source says at its end. Closes the source.
     */
    public CompletableFuture<Written> component(
            ObjectId object, RedundancyPolicy policy, PutOptions options, SegmentSource given, Scope scope) {
        ChunkSource source = new ChunkSource(given, chunkBytes);
        WriteId writeId = context.writeIds().next(object);
        Description description = new Description(options, given);
        ObjectId id = Components.id(object.bucket(), writeId);
        Label label = new Label(id, source.segmentBytes(), options.contentType(), description::userMetadata);
        return room.require(object, given.expectedBytes(), scope)
                .thenCompose(nothing -> planner.planComponent(id, object, writeId, policy, scope))
                .thenCompose(placed -> fragments.store(label, placed, source, scope))
                .thenCompose(stored -> stored.more()
                        ? largeComponent(object, source, description, scope).run(stored, Condition.IF_ABSENT)
                        : fragments.commit(label, stored, Condition.IF_ABSENT, scope))
                .exceptionallyCompose(failure -> naming(object, failure))
                .whenComplete((written, failure) -> source.close());
    }

    /** Callers know the object, not what it is made of. */
    private static CompletableFuture<Written> naming(ObjectId object, Throwable failure) {
        return CompletableFuture.failedFuture(
                Errors.unwrap(failure) instanceof ChameleonError part && namesAnother(object, part)
                        ? new ChameleonError(part.code(), "object " + object + ": " + part.getMessage(), part)
                        : failure);
    }

    private static boolean namesAnother(ObjectId object, ChameleonError failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith("object ") && !message.startsWith("object " + object);
    }

    /** The first chunk is there: its write names its fragments, and another the component. */
    private ChunkedWrite largeComponent(ObjectId object, ChunkSource source, Description description, Scope scope) {
        WriteId contentId = context.writeIds().next(object);
        return chunked(Components.id(object.bucket(), contentId), contentId, source, description, scope);
    }

    private ChunkedWrite chunked(
            ObjectId id, WriteId contentId, ChunkSource source, Description description, Scope scope) {
        return new ChunkedWrite(context, planner, fragments, committer, id, source, description, contentId, scope);
    }
}
