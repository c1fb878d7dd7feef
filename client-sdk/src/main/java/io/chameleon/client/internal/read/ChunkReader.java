package io.chameleon.client.internal.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads bytes of a chunked object's version: one lookup finds the chunk for all of its segments. A chunk is never
 * overwritten, so any row of it has the right bytes; a chunk that is gone went with its version.
 *
 * <p>Remembers the chunk asked for last: callers read from start to end, and ask for the next chunk while the last is
 * in flight.
 */
final class ChunkReader {
    private final ClientContext context;
    private final VersionReader segments;
    private @Nullable ObjectId last;
    private @Nullable CompletableFuture<ObjectMapping> lastRow;

    ChunkReader(ClientContext context, VersionReader segments) {
        this.context = context;
        this.segments = segments;
    }

    /**
     * Fails with {@link VersionChangedException} if the object has another version by now.
     *
     * @param object the row of the whole
     * @param from first byte, by its place in the object
     * @param length at least 1, within one segment
     */
    CompletableFuture<Piece> read(ObjectMapping object, long from, int length, Scope scope) {
        ObjectContent content = object.content();
        ObjectId chunk = Chunks.id(object.id().bucket(), content.contentId(), (int) (from / content.chunkBytes()));
        int within = (int) (from % content.chunkBytes());
        int segment = within / content.segmentBytes();
        return row(chunk, scope)
                .thenCompose(row -> segments.read(
                        new SegmentSlice(requireFits(row, content), segment, within % content.segmentBytes(), length),
                        scope,
                        this::moved))
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof VersionChangedException
                        ? VersionFate.of(context, object, "chunk " + chunk, scope)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private synchronized CompletableFuture<ObjectMapping> row(ObjectId chunk, Scope scope) {
        CompletableFuture<ObjectMapping> known = lastRow;
        if (known == null || !chunk.equals(last)) {
            known = context.lookup(chunk, scope, context.deadline(scope)).thenApply(found -> {
                ObjectMapping row = found.mapping();
                if (row == null) {
                    throw new VersionChangedException(null);
                }
                return row;
            });
            last = chunk;
            lastRow = known;
        }
        return known;
    }

    /** Called by a segment in flight. */
    private synchronized void moved(ObjectMapping to) {
        if (to.id().equals(last)) {
            lastRow = CompletableFuture.completedFuture(to);
        }
    }

    private static ObjectMapping requireFits(ObjectMapping chunk, ObjectContent whole) {
        if (chunk.content().segmentBytes() != whole.segmentBytes()) {
            throw new DataUnavailableException(
                    ErrorCode.CORRUPT_FRAGMENT,
                    "chunk " + chunk.id() + " has segments of "
                            + chunk.content().segmentBytes() + " bytes, its object of " + whole.segmentBytes(),
                    null);
        }
        return chunk;
    }
}
