package io.chameleon.transport;

import java.util.concurrent.CompletionStage;

/** What a process does with requests. Called on an event loop: work that may wait goes elsewhere. */
@FunctionalInterface
public interface RpcHandler {
    /**
     * Answers one request. The transport releases the request's payload when the stage completes, and takes over the answer's.
     *
     * <p>When the caller gives up, its deadline passes or its connection breaks, the stage's future is cancelled. That completes
     * it, so <b>work that may still run then must hold the payload itself</b>: {@code retain()} before handing it to another thread,
     * {@code release()} when done. An answer that comes too late must be released by whoever made it, as it finds its future
     * complete; a stage whose {@code toCompletableFuture()} is a copy is never disturbed, and its late answer is released here.
     * The request counts against the server's memory until the stage is complete, so a stage whose work holds much had better ignore the
     * cancellation until it has let go.
     *
     * <p>A {@link io.chameleon.core.error.ChameleonError} travels to the caller as it is, any other exception as {@code INTERNAL}
     * without its text.
     */
    CompletionStage<Message> handle(Message request, CallContext context);
}
