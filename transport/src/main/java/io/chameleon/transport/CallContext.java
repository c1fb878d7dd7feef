package io.chameleon.transport;

/**
 * The circumstances of one request.
 *
 * @param peer address of the caller, for logs
 * @param deadlineNanos {@link System#nanoTime()} value (or that of the injected ticker) after which nobody waits
 */
public record CallContext(String peer, long deadlineNanos) {
    public boolean isExpired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
