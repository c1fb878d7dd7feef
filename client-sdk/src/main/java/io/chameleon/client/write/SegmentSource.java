package io.chameleon.client.write;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The bytes of a write, cut into segments and handed over one at a time. */
public interface SegmentSource extends AutoCloseable {
    /** No {@link #expectedBytes}. */
    long UNKNOWN = -1;

    /** Bytes of each segment but the last. */
    int segmentBytes();

    /** How many bytes there will be, as far as anybody knows before they are read; {@link #UNKNOWN} if nobody does. */
    default long expectedBytes() {
        return UNKNOWN;
    }

    /**
     * The next segment, which nobody else changes any more: {@link #segmentBytes} long, or shorter if it is the last, never empty;
     * null after the last. Not called again before its future is complete.
     */
    CompletableFuture<byte @Nullable []> next();

    /** Whether certainly nothing follows what {@link #next} has given; false where only another call can tell. */
    boolean isExhausted();

    @Override
    void close();
}
