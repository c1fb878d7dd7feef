package io.chameleon.transport.protocol;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.transport.rpc.RpcClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.OptionalInt;

/**
 * A request or an answer: a typed control header and raw payload bytes beside it.
 *
 * <p>The payload is reference-counted. Passing a message on transfers the ownership of its payload; the receiver of one
 * from a {@link RpcClient} releases it.
 *
 * @param payloadCrc32c checksum of the payload, if it is already known for these bytes, so that they need not be read
 *     again
 */
public record Message(MessageType type, MessageLite header, ByteBuf payload, OptionalInt payloadCrc32c) {
    public Message {
        if (!type.isRequest(header) && !type.isResponse(header)) {
            throw Require.violation(
                    "header of " + type, header.getClass().getSimpleName(), "that of its request or answer");
        }
    }

    /** With a payload whose checksum is not yet known. */
    public Message(MessageType type, MessageLite header, ByteBuf payload) {
        this(type, header, payload, OptionalInt.empty());
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
