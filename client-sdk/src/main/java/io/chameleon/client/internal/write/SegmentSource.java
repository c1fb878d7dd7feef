package io.chameleon.client.internal.write;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The bytes of a write, cut into segments and handed over one at a time. */
public interface SegmentSource extends AutoCloseable {
    /** No {@link #expectedBytes}. */
    long UNKNOWN = -1;

    /** Bytes of each segment but the last. */
    int segmentBytes();

    /** The expected number of bytes, as far as it is known before they are read; {@link #UNKNOWN} otherwise. */
    default long expectedBytes() {
        return UNKNOWN;
    }

    /**
     * The next segment, which the source changes no more, part of an array: {@link #segmentBytes} long, or shorter if
     * it is the last, never empty; null after the last. Not called again before its future is complete.
     */
    CompletableFuture<@Nullable ByteBuffer> next();

    /** A segment that it has given is not needed any more, and the source may fill it again. On any thread. */
    default void recycle(ByteBuffer segment) {}

    /**
     * Pairs of user metadata beside those of the options. Asked at most once, when all bytes have been read and before
     * anything names them; an exception fails the write.
     */
    default Map<String, String> pairsAtEnd() {
        return Map.of();
    }

    /** Whether certainly nothing follows what {@link #next} has returned; false if only another call can tell. */
    boolean isExhausted();

    @Override
    void close();
}
