package io.chameleon.client.write;

import io.chameleon.client.PutOptions;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.Chunks;
import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.WholeObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One write of an object of more than one chunk: each chunk is written and committed like an object, one after the other, and at the end
 * the object's row makes them one version. If it fails before that, its chunks are discarded; those of a client that dies are swept.
 */
final class ChunkedWrite {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkedWrite.class);

    private final ClientContext context;
    private final PlacementPlanner planner;
    private final FragmentWriter fragments;
    private final Committer committer;
    private final ObjectId id;
    private final ChunkSource source;
    private final PutOptions options;
    private final Scope scope;
    private final WriteId contentId;
    private final WholeObject whole;
    private int chunks;
    private long bytes;
    private int crc32c;
    private boolean degraded;
    private boolean wholeSent;

    ChunkedWrite(
            ClientContext context,
            PlacementPlanner planner,
            FragmentWriter fragments,
            Committer committer,
            ObjectId id,
            ChunkSource source,
            PutOptions options,
            Scope scope) {
        this.context = context;
        this.planner = planner;
        this.fragments = fragments;
        this.committer = committer;
        this.id = id;
        this.source = source;
        this.options = options;
        this.scope = scope;
        // Not the write of the first chunk: that one names its fragments, and may move.
        this.contentId = context.writeIds().next();
        this.whole = new WholeObject(id.key(), options.contentType(), options.userMetadata());
    }

    /** @param first chunk, which turned out not to be all */
    CompletableFuture<ObjectWriter.Written> run(FragmentWriter.Stored first) {
        Placement placement = first.placed().placement();
        return commit(first)
                .thenCompose(v -> next(placement))
                .thenCompose(v -> commitWhole(placement))
                .exceptionallyCompose(failure -> abandoned(Errors.unwrap(failure)));
    }

    /** The chunks after the first, under its scheme: those of one version are alike to begin with. */
    private CompletableFuture<Void> next(Placement first) {
        Label last = label(false);
        return planner.planChunk(last.id(), context.writeIds().next(), first.policy(), scope)
                .thenCompose(placed -> fragments.store(last, placed, source, scope))
                .thenCompose(stored -> commit(stored)
                        .thenCompose(v -> stored.more() ? next(first) : CompletableFuture.completedFuture(null)));
    }

    /** Of the chunk at hand; the last tells of the object. */
    private Label label(boolean more) {
        ObjectId chunk = Chunks.id(id.bucket(), contentId, chunks);
        return new Label(chunk, source.segmentBytes(), "", more ? Map.of() : whole.pairs());
    }

    private CompletableFuture<Void> commit(FragmentWriter.Stored stored) {
        return fragments
                .commit(label(stored.more()), stored, Condition.IF_ABSENT, scope)
                .thenAccept(written -> {
                    if (written.result().status() != CommitResult.Status.COMMITTED) {
                        throw new WriteExpiredException(
                                ErrorCode.WRITE_TOO_OLD,
                                "object " + id + ", write " + contentId + ": its chunks were cleared away meanwhile",
                                null);
                    }
                    ObjectContent content = written.commit().content();
                    chunks++;
                    bytes += content.size();
                    crc32c = Crc32c.combine(crc32c, content.crc32c(), content.size());
                    degraded |= written.degraded();
                });
    }

    private CompletableFuture<ObjectWriter.Written> commitWhole(Placement first) {
        ObjectContent content = new ObjectContent(
                contentId,
                bytes,
                source.segmentBytes(),
                source.chunkBytes(),
                crc32c,
                options.contentType(),
                options.userMetadata());
        Commit commit = new Commit(id, content, first, List.of(), options.condition());
        wholeSent = true;
        return committer.commit(commit, scope).thenApply(result -> new ObjectWriter.Written(commit, result, degraded));
    }

    /**
     * Deletes the chunks, unless the object's commit was sent and may have happened. One try, outside the scope, which may have been
     * cancelled: what it misses is swept.
     */
    private CompletableFuture<ObjectWriter.Written> abandoned(Throwable failure) {
        boolean unknown = failure instanceof WriteOutcomeUnknownException;
        if (unknown && wholeSent) {
            return CompletableFuture.failedFuture(failure);
        }
        return context.metadata()
                .discard(
                        new ChunkUpload.Key(id.bucket(), contentId),
                        context.timeouts().request())
                .handle((found, again) -> {
                    LOG.debug("object {} write {}: chunks discarded: {}", id, contentId, found, again);
                    return found;
                })
                .thenCompose(found -> CompletableFuture.failedFuture(unknown ? nothingWritten(failure) : failure));
    }

    /** Whether a chunk was committed is not known, but nothing names it. */
    private static RuntimeException nothingWritten(Throwable failure) {
        String message = "nothing was written: " + failure.getMessage();
        return Errors.code(failure) == ErrorCode.CANCELLED
                ? new OperationCancelledException(ErrorCode.CANCELLED, message, failure)
                : new UnavailableException(ErrorCode.UNAVAILABLE, message, failure);
    }
}
