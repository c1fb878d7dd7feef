package io.chameleon.client;

import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.mapping.ObjectContent;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Feeds the segments of an object being read to a write; the segment size is the source's. */
final class CopySource implements SegmentSource {
    private final ObjectReader reader;
    private final ObjectContent content;
    private @Nullable CompletableFuture<byte @Nullable []> first;
    private long given;

    private CopySource(ObjectReader reader, byte @Nullable [] first) {
        this.reader = reader;
        this.content = reader.row().content();
        this.first = CompletableFuture.completedFuture(first);
    }

    /** Waits for the first segment: until then the version may change, and with it type, metadata and segment size. */
    static CompletableFuture<CopySource> start(ObjectReader reader) {
        return reader.nextArray().thenApply(first -> new CopySource(reader, first));
    }

    /** The options with the source's content type and user metadata. */
    PutOptions described(PutOptions options) {
        return options.contentType(content.contentType()).userMetadata(content.userMetadata());
    }

    @Override
    public int segmentBytes() {
        return content.segmentBytes();
    }

    @Override
    public CompletableFuture<byte @Nullable []> next() {
        CompletableFuture<byte @Nullable []> head = first;
        first = null;
        return (head != null ? head : reader.nextArray()).thenApply(this::counted);
    }

    private byte @Nullable [] counted(byte @Nullable [] segment) {
        given += segment == null ? 0 : segment.length;
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
