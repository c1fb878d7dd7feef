package io.chameleon.transport;

import io.chameleon.transport.security.Principal;

/**
 * The circumstances of one request.
 *
 * @param peer address of the caller, for logs
 * @param deadlineNanos {@link System#nanoTime()} value (or that of the injected ticker) after which nobody waits
 * @param principal who calls
 * @param answerMemory where a handler asks for room before it makes a large answer
 */
public record CallContext(String peer, long deadlineNanos, Principal principal, AnswerMemory answerMemory) {
    /** A call from within this process. */
    public CallContext(String peer, long deadlineNanos) {
        this(peer, deadlineNanos, Principal.ANYBODY);
    }

    /** A call whose answer nobody counts. */
    public CallContext(String peer, long deadlineNanos, Principal principal) {
        this(peer, deadlineNanos, principal, AnswerMemory.UNBOUNDED);
    }

    /** Whose request it is, for limits: that of a principal, or, where nobody is authenticated, of a connection. */
    public String caller() {
        return principal.equals(Principal.ANYBODY) ? peer : principal.toString();
    }

    public boolean isExpired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
