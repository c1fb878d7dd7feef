package io.chameleon.transport.rpc.server;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.security.Audit;
import io.chameleon.transport.security.AuditedRequests;
import io.chameleon.transport.security.Permissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Wraps the handler of a process that listens: refuses requests that the caller may not make, and writes the audit log.
 */
public final class Guard implements RpcHandler {
    private final RpcHandler handler;

    public Guard(RpcHandler handler) {
        this.handler = handler;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        CompletionStage<Message> answer = guarded(request, context);
        if (AuditedRequests.include(request.type(), context.principal())) {
            String on = AuditSubject.of(request.header());
            // The answer itself is passed on: a cancellation must reach it.
            CompletionStage<Message> unused = answer.whenComplete((message, failure) -> Audit.record(
                    context.principal(), context.peer(), request.type().name(), on, failure));
        }
        return answer;
    }

    private CompletionStage<Message> guarded(Message request, CallContext context) {
        try {
            Permissions.require(request.type(), context.principal());
            return handler.handle(request, context);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
