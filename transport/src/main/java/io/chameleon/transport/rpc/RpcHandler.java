package io.chameleon.transport.rpc;

import io.chameleon.transport.protocol.Message;
import java.util.concurrent.CompletionStage;

/** How a process handles requests. Called on an event loop: work that may wait belongs on another thread. */
@FunctionalInterface
public interface RpcHandler {
    /**
     * Answers one request. The transport releases the request's payload when the stage completes, and takes over the
     * answer's.
     *
     * <p>When the caller gives up, its deadline passes or its connection breaks, the stage's future is cancelled. That
     * completes it, so <b>work that may still run then must hold the payload itself</b>: {@code retain()} before
     * handing it to another thread, {@code release()} when done. A late answer finds its future complete and must be
     * released by its creator. A stage whose {@code toCompletableFuture()} is a copy is never disturbed, and the
     * transport releases its late answer. The request counts against the server's memory until the stage is complete,
     * so a stage that holds much memory should ignore the cancellation until it has released it.
     *
     * <p>A {@link io.chameleon.core.error.ChameleonError} travels to the caller as it is, any other exception as
     * {@code INTERNAL} without its text.
     */
    CompletionStage<Message> handle(Message request, CallContext context);
}
