package io.chameleon.transport.frame;

import com.google.protobuf.MessageLite;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.OptionalInt;

/**
 * One frame that has arrived complete and intact. The receiver releases the payload.
 *
 * @param header control header, not yet parsed
 * @param payload raw bytes as the socket read them, contiguous
 * @param payloadCrc32c checksum of the payload as it arrived; verified, unless the sender had not read it
 */
public record Frame(
        FrameKind kind,
        int flags,
        int type,
        long stream,
        long deadlineMicros,
        byte[] header,
        ByteBuf payload,
        int payloadCrc32c) {
    /** Header and payload together. */
    public int bodyBytes() {
        return header.length + payload.readableBytes();
    }

    public void release() {
        payload.release();
    }

    /** A frame that concerns the connection or ends a stream without payload. */
    public static ByteBuf encode(
            ByteBufAllocator allocator, FrameKind kind, int flags, int type, long stream, MessageLite header) {
        return encode(allocator, kind, flags, type, stream, 0, header, Unpooled.EMPTY_BUFFER);
    }

    /** The bytes of a frame with a payload whose checksum is not known yet. */
    public static ByteBuf encode(
            ByteBufAllocator allocator,
            FrameKind kind,
            int flags,
            int type,
            long stream,
            long deadlineMicros,
            MessageLite header,
            ByteBuf payload) {
        return encode(allocator, kind, flags, type, stream, deadlineMicros, header, payload, OptionalInt.empty());
    }

    /**
     * The bytes of a frame.
     *
     * <p>Cost: the checksums, one small buffer; the payload is referred to, not copied.
     *
     * @param payload taken over in any case
     * @param payloadCrc32c of the payload, if it is known; computed if not. With a wrong one the peer closes the
     *     connection.
     */
    public static ByteBuf encode(
            ByteBufAllocator allocator,
            FrameKind kind,
            int flags,
            int type,
            long stream,
            long deadlineMicros,
            MessageLite header,
            ByteBuf payload,
            OptionalInt payloadCrc32c) {
        try {
            ByteBuf head = head(
                    allocator,
                    kind,
                    flags,
                    type,
                    stream,
                    deadlineMicros,
                    header,
                    payload.readableBytes(),
                    payloadCrc32c.orElseGet(() -> Crc.of(payload)));
            return payload.isReadable() ? compose(allocator, head, payload.retain()) : head;
        } finally {
            payload.release();
        }
    }

    /**
     * The beginning of an answer whose payload is sent after it, unread.
     *
     * @param payloadCrc32c that the payload should have
     */
    public static ByteBuf encodeUnread(
            ByteBufAllocator allocator,
            int type,
            long stream,
            MessageLite header,
            int payloadLength,
            int payloadCrc32c) {
        return head(
                allocator, FrameKind.RESPONSE, Preamble.UNREAD, type, stream, 0, header, payloadLength, payloadCrc32c);
    }

    private static ByteBuf head(
            ByteBufAllocator allocator,
            FrameKind kind,
            int flags,
            int type,
            long stream,
            long deadlineMicros,
            MessageLite header,
            int payloadLength,
            int payloadCrc32c) {
        byte[] headerBytes = header.toByteArray();
        Preamble preamble = new Preamble(
                kind,
                flags,
                type,
                stream,
                Math.min(deadlineMicros, Preamble.MAX_DEADLINE_MICROS),
                headerBytes.length,
                payloadLength,
                headerBytes.length == 0 ? 0 : Crc.of(headerBytes),
                payloadCrc32c);
        ByteBuf head = allocator.directBuffer(Preamble.BYTES + headerBytes.length);
        preamble.write(head);
        return head.writeBytes(headerBytes);
    }

    private static ByteBuf compose(ByteBufAllocator allocator, ByteBuf head, ByteBuf payload) {
        CompositeByteBuf frame = allocator.compositeDirectBuffer(Integer.MAX_VALUE);
        return frame.addFlattenedComponents(true, head).addFlattenedComponents(true, payload);
    }
}
