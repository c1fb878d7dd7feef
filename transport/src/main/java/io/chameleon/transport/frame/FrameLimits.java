package io.chameleon.transport.frame;

/** The largest header and payload that a side accepts, in bytes; their sum with the preamble stays below 2 GiB. */
public record FrameLimits(int maxHeaderBytes, int maxPayloadBytes) {
    /** Before HELLO: enough for a HELLO, and nothing a stranger could fill memory with. */
    public static final FrameLimits BEFORE_HELLO = new FrameLimits(4 << 10, 0);
}
