package io.chameleon.transport;

/** Room for the answer to one request, which its handler asks for before it makes a large one. Safe from any thread. */
@FunctionalInterface
public interface AnswerMemory {
    /** Where nobody counts: a handler never waits. */
    AnswerMemory UNBOUNDED = (bytes, later) -> true;

    /**
     * Charges {@code bytes} to the caller until the request is answered, or has been given up and the handler's stage is complete. At most
     * once for a request.
     *
     * @param later called, once, when there is room, or when the caller has given up; on any thread, so it must not wait
     * @return true if they are charged now, and {@code later} is never called
     */
    boolean reserve(int bytes, Runnable later);
}
