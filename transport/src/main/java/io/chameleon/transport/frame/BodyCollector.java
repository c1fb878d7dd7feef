package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Gathers header and payload of one frame into contiguous memory. A body that lies in one read is a slice of it. A
 * longer one gets a direct buffer of its own, into which the socket then reads ({@link #lend()}), so that only bytes
 * from before the buffer was allocated or grew are copied.
 *
 * <p>The buffer of a request grows fourfold as bytes arrive: whatever length the preamble claims, it is at most 4 times
 * as large as what has arrived, or 16 KiB. Growing copies a third of the body, and more of a short one. An answer has
 * its whole buffer at once, since its receiver asked for it.
 */
final class BodyCollector {
    private static final int FIRST_BYTES = 16 << 10;
    private static final int GROWTH = 4;
    /** A shorter rest arrives with the next frame in one read, and is copied. */
    private static final int WORTH_LENDING = 16 << 10;

    private final ByteBufAllocator allocator;
    private final boolean wholeAtOnce;
    private int length;
    private @Nullable ByteBuf body;
    private @Nullable ByteBuf lent;

    BodyCollector(ByteBufAllocator allocator, boolean wholeAtOnce) {
        this.allocator = allocator;
        this.wholeAtOnce = wholeAtOnce;
    }

    void begin(int bodyLength) {
        length = bodyLength;
    }

    /**
     * Takes the body's bytes from {@code in}; returns the body, which the caller releases, or null if more is to come.
     */
    @Nullable
    ByteBuf collect(ByteBuf in) {
        int missing = missing();
        if (body == null && in.readableBytes() >= missing) {
            return missing == 0 ? Unpooled.EMPTY_BUFFER : in.readRetainedSlice(missing);
        }
        int taken = Math.min(missing, in.readableBytes());
        if (isLent(in)) {
            ByteBuf there = withRoom(0);
            there.writerIndex(there.writerIndex() + taken);
            in.skipBytes(taken);
        } else {
            withRoom(taken).writeBytes(in, taken);
        }
        lent = null;
        return taken == missing ? take() : null;
    }

    /** Memory of the body for the next read of the socket, which the reader releases; null if not worthwhile. */
    @Nullable
    ByteBuf lend() {
        if (body == null || missing() < WORTH_LENDING) {
            return null;
        }
        ByteBuf target = withRoom(1);
        ByteBuf slice = target.retainedSlice(target.writerIndex(), target.writableBytes());
        lent = slice.writerIndex(0);
        return lent;
    }

    void release() {
        if (body != null) {
            body.release();
            body = null;
        }
        lent = null;
    }

    /** Whether these bytes are in the body already: the same buffer that was lent, not an equal one. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isLent(ByteBuf in) {
        return in == lent;
    }

    private int missing() {
        return body == null ? length : length - body.writerIndex();
    }

    private ByteBuf take() {
        ByteBuf whole = withRoom(0);
        body = null;
        return whole;
    }

    private ByteBuf withRoom(int bytes) {
        ByteBuf current = body;
        if (current != null && current.writableBytes() >= bytes) {
            return current;
        }
        int arrived = current == null ? 0 : current.writerIndex();
        int grown = Math.max(FIRST_BYTES, Math.max(GROWTH * arrived, arrived + bytes));
        int capacity = wholeAtOnce ? length : Math.min(length, grown);
        ByteBuf larger = allocator.directBuffer(capacity, capacity);
        if (current != null) {
            larger.writeBytes(current);
            current.release();
        }
        body = larger;
        return larger;
    }
}
