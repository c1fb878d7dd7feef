package io.chameleon.transport.protocol;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.transport.rpc.RpcClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A request or an answer: a typed control header and raw payload bytes beside it.
 *
 * <p>The payload is reference-counted. Passing a message on transfers the ownership of its payload; the receiver of one
 * from a {@link RpcClient} releases it.
 *
 * @param payloadCrc32c checksum of the payload, if it is already known for these bytes, so that they need not be read
 *     again
 * @param file the payload instead of {@code payload}, in an answer that is sent from files; null in all others, and in
 *     those that have arrived
 */
public record Message(
        MessageType type,
        MessageLite header,
        ByteBuf payload,
        OptionalInt payloadCrc32c,
        @Nullable FileBytes file) {
    public Message {
        if (!type.isRequest(header) && !type.isResponse(header)) {
            throw Require.violation(
                    "header of " + type, header.getClass().getSimpleName(), "that of its request or answer");
        }
    }

    public Message(MessageType type, MessageLite header, ByteBuf payload, OptionalInt payloadCrc32c) {
        this(type, header, payload, payloadCrc32c, null);
    }

    /** With a payload whose checksum is not yet known. */
    public Message(MessageType type, MessageLite header, ByteBuf payload) {
        this(type, header, payload, OptionalInt.empty());
    }

    /** An answer whose payload is sent from files. */
    public static Message ofFile(MessageType type, MessageLite header, FileBytes file) {
        return new Message(type, header, Unpooled.EMPTY_BUFFER, OptionalInt.empty(), file);
    }

    public static Message of(MessageType type, MessageLite header) {
        return new Message(type, header, Unpooled.EMPTY_BUFFER);
    }

    /** The header, as the type that the caller expects. */
    public <H extends MessageLite> H header(Class<H> headerType) {
        return headerType.cast(header);
    }

    public void release() {
        payload.release();
    }
}
