package io.chameleon.client.internal.write;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A source that adds something to another. */
public abstract class ForwardingSource implements SegmentSource {
    private final SegmentSource source;

    protected ForwardingSource(SegmentSource source) {
        this.source = source;
    }

    @Override
    public Map<String, String> pairsAtEnd() {
        return source.pairsAtEnd();
    }

    @Override
    public int segmentBytes() {
        return source.segmentBytes();
    }

    @Override
    public long expectedBytes() {
        return source.expectedBytes();
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        return source.next();
    }

    @Override
    public void recycle(ByteBuffer segment) {
        source.recycle(segment);
    }

    @Override
    public boolean isExhausted() {
        return source.isExhausted();
    }

    @Override
    public void close() {
        source.close();
    }
}
