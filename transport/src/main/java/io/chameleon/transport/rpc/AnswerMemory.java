package io.chameleon.transport.rpc;

/** Room for the answer to one request. A handler reserves it before it creates a large answer. Safe from any thread. */
@FunctionalInterface
public interface AnswerMemory {
    /** Without accounting: a handler never waits. */
    AnswerMemory UNBOUNDED = (bytes, later) -> true;

    /**
     * Charges {@code bytes} to the caller until the request is answered, or is given up and the handler's stage is
     * complete. At most once per request.
     *
     * @param later called, once, when there is room, or when the caller has given up; on any thread, so it must not
     *     wait
     * @return true if they are charged now, and {@code later} is never called
     */
    boolean reserve(int bytes, Runnable later);
}
