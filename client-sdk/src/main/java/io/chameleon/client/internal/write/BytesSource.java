package io.chameleon.client.internal.write;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Segments of an array. */
public final class BytesSource implements SegmentSource {
    private final byte[] bytes;
    private final int segmentBytes;
    private int position;

    public BytesSource(byte[] bytes, int segmentBytes) {
        this.bytes = bytes;
        this.segmentBytes = segmentBytes;
    }

    @Override
    public int segmentBytes() {
        return segmentBytes;
    }

    @Override
    public long expectedBytes() {
        return bytes.length;
    }

    @Override
    public CompletableFuture<byte @Nullable []> next() {
        if (position == bytes.length) {
            return CompletableFuture.completedFuture(null);
        }
        int length = Math.min(segmentBytes, bytes.length - position);
        byte[] segment = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return CompletableFuture.completedFuture(segment);
    }

    @Override
    public boolean isExhausted() {
        return position == bytes.length;
    }

    @Override
    public void close() {}
}
