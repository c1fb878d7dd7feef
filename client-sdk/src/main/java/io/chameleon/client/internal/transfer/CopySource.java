package io.chameleon.client.internal.transfer;

import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.mapping.ObjectContent;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Feeds the segments of an object being read to a write; the segment size is that of the object read. */
public final class CopySource implements SegmentSource {
    private final ObjectReader reader;
    private final ObjectContent content;
    private @Nullable CompletableFuture<@Nullable ByteBuffer> first;
    private long given;

    private CopySource(ObjectReader reader, @Nullable ByteBuffer first) {
        this.reader = reader;
        this.content = reader.row().content();
        this.first = CompletableFuture.completedFuture(first);
    }

    /** Waits for the first segment: until then the version may change, and with it type, metadata, segment size. */
    public static CompletableFuture<CopySource> start(ObjectReader reader) {
        return nextOf(reader).thenApply(first -> new CopySource(reader, first));
    }

    /** The options with the source's content type and user metadata. */
    public PutOptions described(PutOptions options) {
        return options.contentType(content.contentType()).userMetadata(content.userMetadata());
    }

    @Override
    public int segmentBytes() {
        return content.segmentBytes();
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        CompletableFuture<@Nullable ByteBuffer> head = first;
        first = null;
        return (head != null ? head : nextOf(reader)).thenApply(this::counted);
    }

    private static CompletableFuture<@Nullable ByteBuffer> nextOf(ObjectReader reader) {
        return reader.nextArray().thenApply(segment -> segment == null ? null : ByteBuffer.wrap(segment));
    }

    private @Nullable ByteBuffer counted(@Nullable ByteBuffer segment) {
        given += segment == null ? 0 : segment.remaining();
        return segment;
    }

    @Override
    public boolean isExhausted() {
        return given == content.size();
    }

    /** The reader ends with the operation's scope. */
    @Override
    public void close() {}
}
