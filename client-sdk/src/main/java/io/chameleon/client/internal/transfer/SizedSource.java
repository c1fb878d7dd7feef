package io.chameleon.client.internal.transfer;

import io.chameleon.client.internal.write.ForwardingSource;
import io.chameleon.client.internal.write.SegmentSource;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A source that must give as many bytes as it was asked for: more or fewer fail the write. */
public final class SizedSource extends ForwardingSource {
    private final long length;
    private long given;

    public SizedSource(SegmentSource source, long length) {
        super(source);
        this.length = length;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        return super.next().thenApply(this::counted);
    }

    private @Nullable ByteBuffer counted(@Nullable ByteBuffer segment) {
        given += segment == null ? 0 : segment.remaining();
        if (given > length || given < length && (segment == null || isExhausted())) {
            throw new IllegalArgumentException(
                    "range source: " + given + " bytes given, expected the " + length + " of the range");
        }
        return segment;
    }
}
