package io.chameleon.transport;

import java.util.concurrent.CompletionStage;

/** What a process does with requests. Called on an event loop: work that may wait goes elsewhere. */
@FunctionalInterface
public interface RpcHandler {
    /**
     * Answers one request. The transport releases the request's payload when the stage completes, and takes over the answer's.
     * A {@link io.chameleon.core.error.ChameleonError} travels to the caller as it is, any other exception as {@code INTERNAL}
     * without its text.
     */
    CompletionStage<Message> handle(Message request, CallContext context);
}
