package io.chameleon.transport.frame;

import org.jspecify.annotations.Nullable;

/** What a frame is for. Codes travel: append only, and only together with a HELLO feature. */
public enum FrameKind {
    /** Opens a stream: header and payload of its message type, and the time left. */
    REQUEST(1),
    /** Ends a stream with the answer. */
    RESPONSE(2),
    /** Ends a stream with an {@code Error} header; on stream 0 it tells why the connection is about to close. */
    ERROR(3),
    /** From the client: nobody waits for this stream any more. Not answered. */
    CANCEL(4),
    /** First frame of each side, on stream 0. */
    HELLO(5),
    /** From the server, on stream 0: it is closing; open streams are still answered, new ones are refused. */
    GOODBYE(6),
    /** On stream 0, after HELLO, where both HELLOs name how: the proof of who the sender is. Opens the connection. */
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
