package io.chameleon.transport.rpc;

import io.chameleon.transport.security.Principal;

/**
 * The circumstances of one request.
 *
 * @param peer address of the caller, for logs
 * @param deadlineNanos {@link System#nanoTime()} value (or that of the injected ticker) after which no caller waits
 * @param principal the caller
 * @param cluster id of the cluster that the caller belongs to, or expects; empty if it names none
 * @param answerMemory where a handler reserves room before it creates a large answer
 */
public record CallContext(
        String peer, long deadlineNanos, Principal principal, String cluster, AnswerMemory answerMemory) {
    /** A call from within this process. */
    public CallContext(String peer, long deadlineNanos) {
        this(peer, deadlineNanos, Principal.ANYBODY);
    }

    /** A call whose answer is not accounted for, by a caller that names no cluster. */
    public CallContext(String peer, long deadlineNanos, Principal principal) {
        this(peer, deadlineNanos, principal, "");
    }

    /** A call whose answer is not accounted for. */
    public CallContext(String peer, long deadlineNanos, Principal principal, String cluster) {
        this(peer, deadlineNanos, principal, cluster, AnswerMemory.UNBOUNDED);
    }

    /** The owner of the request, for limits: a principal or, without authentication, a connection. */
    public String caller() {
        return principal.equals(Principal.ANYBODY) ? peer : principal.toString();
    }

    public boolean isExpired(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }
}
