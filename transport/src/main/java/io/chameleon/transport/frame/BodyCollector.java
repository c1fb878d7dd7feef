package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Gathers header and payload of one frame from the reads they arrive in. A body that lies in one read is a slice of it; longer
 * ones are composed of slices. Only small pieces are copied, into buffers of 4 KiB: a peer that sends byte by byte would
 * otherwise make us keep a read buffer for each byte.
 */
final class BodyCollector {
    private static final int SMALL_PIECE = 1 << 10;
    private static final int TAIL_BYTES = 4 << 10;

    private final ByteBufAllocator allocator;
    private int missing;
    private @Nullable CompositeByteBuf parts;
    private @Nullable ByteBuf tail;

    BodyCollector(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    void begin(int length) {
        missing = length;
    }

    /** Takes what belongs to the body from {@code in}; returns the body, which the caller releases, or null if more is to come. */
    @Nullable
    ByteBuf collect(ByteBuf in) {
        int length = Math.min(missing, in.readableBytes());
        missing -= length;
        if (missing == 0 && parts == null && tail == null) {
            return length == 0 ? Unpooled.EMPTY_BUFFER : in.readRetainedSlice(length);
        }
        if (length < SMALL_PIECE) {
            copy(in, length);
        } else {
            closeTail();
            composed().addFlattenedComponents(true, in.readRetainedSlice(length));
        }
        return missing == 0 ? take() : null;
    }

    void release() {
        closeTail();
        if (parts != null) {
            parts.release();
            parts = null;
        }
    }

    private void copy(ByteBuf in, int length) {
        int left = length;
        while (left > 0) {
            ByteBuf target = tail;
            if (target == null) {
                target = allocator.directBuffer(TAIL_BYTES, TAIL_BYTES);
                tail = target;
            }
            int now = Math.min(left, target.writableBytes());
            target.writeBytes(in, now);
            left -= now;
            if (!target.isWritable()) {
                closeTail();
            }
        }
    }

    private void closeTail() {
        if (tail != null) {
            composed().addFlattenedComponents(true, tail);
            tail = null;
        }
    }

    private ByteBuf take() {
        closeTail();
        ByteBuf body = composed();
        parts = null;
        return body;
    }

    private CompositeByteBuf composed() {
        CompositeByteBuf composed = parts;
        if (composed == null) {
            composed = allocator.compositeDirectBuffer(Integer.MAX_VALUE);
            parts = composed;
        }
        return composed;
    }
}
