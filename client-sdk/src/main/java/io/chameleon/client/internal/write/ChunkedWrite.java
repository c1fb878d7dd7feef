package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
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
 * One write of an object of more than one chunk: each chunk is written and committed like an object, one after the
 * other, and at the end the object's row makes them one version. A write that fails before that discards its chunks;
 * those of a client that dies are swept.
 */
final class ChunkedWrite {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkedWrite.class);

    private final ClientContext context;
    private final PlacementPlanner planner;
    private final FragmentWriter fragments;
    private final Committer committer;
    private final ObjectId id;
    private final ChunkSource source;
    private final Description description;
    private final Scope scope;
    private final WriteId contentId;
    private int chunks;
    private long bytes;
    private int crc32c;
    private boolean degraded;
    private boolean wholeSent;

    /**
     * @param contentId names the version. Not the write of the first chunk: that one names its fragments, and may move
     */
    ChunkedWrite(
            ClientContext context,
            PlacementPlanner planner,
            FragmentWriter fragments,
            Committer committer,
            ObjectId id,
            ChunkSource source,
            Description description,
            WriteId contentId,
            Scope scope) {
        this.context = context;
        this.planner = planner;
        this.fragments = fragments;
        this.committer = committer;
        this.id = id;
        this.source = source;
        this.description = description;
        this.scope = scope;
        this.contentId = contentId;
    }

    /**
     * @param first chunk, which turned out not to be all
     * @param condition of the object
     */
    CompletableFuture<ObjectWriter.Written> run(FragmentWriter.Stored first, Condition condition) {
        Placement placement = first.placed().placement();
        return commit(first)
                .thenCompose(v -> next(placement))
                .thenCompose(v -> commitWhole(placement, condition))
                .exceptionallyCompose(failure -> abandoned(Errors.unwrap(failure)));
    }

    /** The chunks after the first, under its scheme: the chunks of one version start out alike. */
    private CompletableFuture<Void> next(Placement first) {
        Label last = label(false);
        return planner.planChunk(last.id(), context.writeIds().next(), first.scheme(), scope)
                .thenCompose(placed -> fragments.store(last, placed, source, scope))
                .thenCompose(stored -> commit(stored)
                        .thenCompose(v -> stored.more() ? next(first) : CompletableFuture.completedFuture(null)));
    }

    /** For the current chunk; the last one's describes the object. */
    private Label label(boolean more) {
        ObjectId chunk = Chunks.id(id.bucket(), contentId, chunks);
        return new Label(chunk, source.segmentBytes(), "", more ? Map::of : this::whole);
    }

    private Map<String, String> whole() {
        return new WholeObject(id.key(), description.contentType(), description.userMetadata()).pairs();
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

    private CompletableFuture<ObjectWriter.Written> commitWhole(Placement first, Condition condition) {
        ObjectContent content = new ObjectContent(
                contentId,
                bytes,
                source.segmentBytes(),
                source.chunkBytes(),
                crc32c,
                description.contentType(),
                description.userMetadata());
        Commit commit = new Commit(id, content, first, List.of(), condition);
        wholeSent = true;
        return committer.commit(commit, scope).thenApply(result -> new ObjectWriter.Written(commit, result, degraded));
    }

    /**
     * Deletes the chunks, unless the object's commit was sent and may have happened. One try, outside the scope, which
     * may have been cancelled; chunks that it misses are swept.
     */
    private CompletableFuture<ObjectWriter.Written> abandoned(Throwable failure) {
        boolean unknown = failure instanceof WriteOutcomeUnknownException;
        if (unknown && wholeSent) {
            return CompletableFuture.failedFuture(failure);
        }
        return context.metadata()
                .discard(
                        new ChunkUpload.Key(ObjectId.userBucket(id.bucket()), contentId),
                        context.timeouts().request())
                .handle((found, again) -> {
                    LOG.debug("object {} write {}: chunks discarded: {}", id, contentId, found, again);
                    return found;
                })
                .thenCompose(found -> CompletableFuture.failedFuture(unknown ? nothingWritten(failure) : failure));
    }

    /** It is unknown whether a chunk was committed, but nothing refers to it. */
    private static RuntimeException nothingWritten(Throwable failure) {
        String message = "nothing was written: " + failure.getMessage();
        return Errors.code(failure) == ErrorCode.CANCELLED
                ? new OperationCancelledException(ErrorCode.CANCELLED, message, failure)
                : new UnavailableException(ErrorCode.UNAVAILABLE, message, failure);
    }
}
