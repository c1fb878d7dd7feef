package io.chameleon.transport.security;

import com.google.protobuf.MessageLite;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.Message;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.ForgetServerRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stands before the handler of a process that listens: refuses what the caller may not ask for, and keeps the audit log. */
public final class Guard implements RpcHandler {
    private final RpcHandler handler;

    public Guard(RpcHandler handler) {
        this.handler = handler;
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        CompletionStage<Message> answer = guarded(request, context);
        if (Permissions.isAudited(request.type(), context.principal())) {
            String on = subject(request.header());
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

    /** What a request acts on, in a few words without line breaks. */
    private static String subject(MessageLite header) {
        String text;
        if (header instanceof DrainRequest drain) {
            text = drain.getDrain() ? "this server: drain" : "this server: take writes again";
        } else if (header instanceof EvacuateRequest evacuate) {
            text = "server " + evacuate.getServer() + (evacuate.getCancel() ? ": keep" : ": empty");
        } else if (header instanceof ForgetServerRequest forget) {
            text = "server " + forget.getServer() + ": forget";
        } else if (header instanceof BalanceRequest balance) {
            text = balance.getDryRun() ? "cluster: plan only" : "cluster";
        } else if (header instanceof SetBucketPolicyRequest policy) {
            text = "bucket " + policy.getBucket();
        } else if (header instanceof SetGrantRequest grant) {
            text = "bucket " + grant.getBucket() + ": " + grant.getPrincipal() + " access " + grant.getAccess();
        } else if (header instanceof DeleteFragmentsRequest delete) {
            text = "fragments of " + delete.getWriteIdsCount() + " writes";
        } else {
            text = "cluster";
        }
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
