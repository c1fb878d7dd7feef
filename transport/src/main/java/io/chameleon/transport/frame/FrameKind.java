package io.chameleon.transport.frame;

import org.jspecify.annotations.Nullable;

/** The purpose of a frame. Codes are sent: append only, and only together with a HELLO feature. */
public enum FrameKind {
    /** Opens a stream: header and payload of its message type, and the remaining time. */
    REQUEST(1),
    /** Ends a stream with the answer. */
    RESPONSE(2),
    /**
     * Ends a stream with an {@code Error} header; on stream 0 it gives the reason why the connection is about to close.
     */
    ERROR(3),
    /** From the client: it no longer waits for this stream. Not answered. */
    CANCEL(4),
    /** First frame of each side, on stream 0. */
    HELLO(5),
    /** From the server, on stream 0: it is closing; open streams are still answered, new ones are refused. */
    GOODBYE(6),
    /**
     * On stream 0, after HELLO, if both HELLOs name a mechanism: the sender's proof of identity. Opens the connection.
     */
    AUTH(7);

    private static final FrameKind[] KINDS = values();

    private final int code;

    FrameKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The kind of that number, or null. */
    public static @Nullable FrameKind ofCode(int code) {
        return code >= 1 && code <= KINDS.length ? KINDS[code - 1] : null;
    }
}
