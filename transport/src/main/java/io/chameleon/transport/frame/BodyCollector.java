package io.chameleon.transport.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Gathers header and payload of one frame into contiguous memory. A body that lies in one read is a slice of it. A
 * longer one gets a direct buffer of its own, into which the socket then reads ({@link #lend()}), so that only bytes
 * from before the buffer was allocated or grew are copied.
 *
 * <p>The buffer of a request grows fourfold as bytes arrive, or fivefold if that is all of it: whatever length the
 * preamble claims, it is at most 5 times as large as what has arrived, or 16 KiB. Growing copies a third of the body.
 * An answer has its whole buffer at once, since its receiver asked for it.
 */
final class BodyCollector {
    private static final int FIRST_BYTES = 16 << 10;
    private static final int GROWTH = 4;
    /** A read is a power of two with a preamble in it, and so a little less than a quarter of a usual body. */
    private static final int LAST_GROWTH = 5;
    /** A shorter rest arrives with the next frame in one read, and is copied. */
    private static final int WORTH_LENDING = 16 << 10;

    private final ByteBufAllocator allocator;
    private final boolean wholeAtOnce;
    private int length;
    private final CRC32C crc = new CRC32C();
    /** Up to where the body is in the checksum, which begins with its payload. */
    private int summed;

    private @Nullable ByteBuf body;
    private @Nullable ByteBuf lent;

    BodyCollector(ByteBufAllocator allocator, boolean wholeAtOnce) {
        this.allocator = allocator;
        this.wholeAtOnce = wholeAtOnce;
    }

    void begin(int headerLength, int payloadLength) {
        length = headerLength + payloadLength;
        summed = headerLength;
        crc.reset();
    }

    /**
     * CRC-32C of the payload of a body that was collected. Cost: reads it, if it came in one read; else each read was
     * summed up while it was in the processor's caches.
     */
    int payloadCrc(ByteBuf payload) {
        return summed == length ? (int) crc.getValue() : Crc.of(payload);
    }

    private void sum(ByteBuf there) {
        int end = there.writerIndex();
        if (end > summed) {
            crc.update(there.nioBuffer(summed, end - summed));
            summed = end;
        }
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
        ByteBuf there = body;
        if (there != null && isLent(in)) {
            there.writerIndex(there.writerIndex() + taken);
            in.skipBytes(taken);
        } else {
            there = there != null && there.writableBytes() >= taken ? there : grown(taken);
            there.writeBytes(in, taken);
        }
        lent = null;
        sum(there);
        if (taken < missing) {
            return null;
        }
        body = null;
        return there;
    }

    /** Memory of the body for the next read of the socket, which the reader releases; null if not worthwhile. */
    @Nullable
    ByteBuf lend() {
        ByteBuf there = body;
        if (there == null || missing() < WORTH_LENDING) {
            return null;
        }
        ByteBuf target = there.isWritable() ? there : grown(0);
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

    /** A larger buffer with what has arrived before, and room for what arrives now. */
    private ByteBuf grown(int arriving) {
        ByteBuf current = body;
        long arrived = arriving + (current == null ? 0L : current.writerIndex());
        boolean whole = wholeAtOnce || length <= Math.max(FIRST_BYTES, LAST_GROWTH * arrived);
        int capacity = whole ? length : (int) Math.max(FIRST_BYTES, GROWTH * arrived);
        ByteBuf larger = LongBuffers.allocate(allocator, capacity);
        if (current != null) {
            larger.writeBytes(current);
            current.release();
        }
        body = larger;
        return larger;
    }
}
