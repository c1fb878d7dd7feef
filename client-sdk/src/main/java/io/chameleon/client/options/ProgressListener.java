package io.chameleon.client.options;

/** Follows a transfer. What it throws is logged, and changes nothing. */
@FunctionalInterface
public interface ProgressListener {
    /** The size is not known, or not yet. */
    long UNKNOWN = -1;

    /**
     * Called from a thread of the client, one call at a time: while one goes on, further progress is gathered into the
     * next. So a slow listener is called less often, and delays nothing. The last call, with all bytes, may come a
     * moment after the operation's answer. A read that starts over, because its object was overwritten, counts again.
     *
     * @param bytes of a write, those that are durable on their servers; of a read, those given to the caller
     * @param total bytes in all, or {@link #UNKNOWN}
     */
    void transferred(long bytes, long total);
}
