package io.chameleon.client.internal.write;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Segments of an array, which stay where they are. */
public final class BytesSource implements SegmentSource {
    private final byte[] bytes;
    private final int segmentBytes;
    private final int from;
    private final int to;
    private int position;

    public BytesSource(byte[] bytes, int segmentBytes) {
        this(bytes, 0, bytes.length, segmentBytes);
    }

    /** Of bytes [from, to). */
    public BytesSource(byte[] bytes, int from, int to, int segmentBytes) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.position = from;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public long expectedBytes() {
        return (long) to - from;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        if (position == to) {
            return CompletableFuture.completedFuture(null);
        }
        int length = Math.min(segmentBytes, to - position);
        ByteBuffer segment = ByteBuffer.wrap(bytes, position, length);
        position += length;
        return CompletableFuture.completedFuture(segment);
    }

    @Override
    public boolean isExhausted() {
        return position == to;
    }

    @Override
    public void close() {}
}
