package io.chameleon.client.internal.write;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a source, a chunk at a time: {@link #next} returns null at the end of a chunk, and {@link #nextChunk}
 * says whether another follows. To know that, it reads one segment ahead.
 */
final class ChunkSource extends ForwardingSource {
    private final int chunkBytes;
    private long inChunk;
    private @Nullable ByteBuffer ahead;

    /** @param mostBytes of a chunk; it has as many whole segments as fit, at least one */
    ChunkSource(SegmentSource source, int mostBytes) {
        super(source);
        int segment = source.segmentBytes();
        chunkBytes = Math.max(1, mostBytes / segment) * segment;
    }

    /** Bytes of each chunk but the last. */
    int chunkBytes() {
        return chunkBytes;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        if (inChunk == chunkBytes) {
            return CompletableFuture.completedFuture(null);
        }
        ByteBuffer head = ahead;
        ahead = null;
        return head != null
                ? CompletableFuture.completedFuture(counted(head))
                : super.next().thenApply(this::counted);
    }

    @Override
    public boolean isExhausted() {
        return ahead == null && super.isExhausted();
    }

    private @Nullable ByteBuffer counted(@Nullable ByteBuffer segment) {
        inChunk += segment == null ? 0 : segment.remaining();
        return segment;
    }

    /** Whether the source continues after the end of a chunk; if so, {@link #next} continues, too. */
    CompletableFuture<Boolean> nextChunk() {
        if (inChunk < chunkBytes) {
            return CompletableFuture.completedFuture(false);
        }
        return super.next().thenApply(segment -> {
            inChunk = 0;
            ahead = segment;
            return segment != null;
        });
    }
}
