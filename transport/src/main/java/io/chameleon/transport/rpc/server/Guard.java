package io.chameleon.transport.rpc.server;

import com.google.protobuf.MessageLite;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.security.Audit;
import io.chameleon.transport.security.Permissions;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.ForgetServerRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Wraps the handler of a process that listens: refuses requests that the caller may not make, and writes the audit log.
 */
public final class Guard implements RpcHandler {
    private static final int MOST_SHOWN = 200;

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

    /** The object of a request, in a few words without line breaks. */
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
        } else if (header instanceof CreateBucketRequest create) {
            text = "bucket " + create.getBucket() + (create.getOwner().isEmpty() ? "" : " of " + create.getOwner());
        } else if (header instanceof DeleteBucketRequest delete) {
            text = "bucket " + delete.getBucket();
        } else if (header instanceof ConfigureBucketRequest configure) {
            text = "bucket " + configure.getBucket() + ": " + settings(configure);
        } else if (header instanceof SetGrantRequest grant) {
            text = "bucket " + grant.getBucket() + ": " + grant.getPrincipal() + " access " + grant.getAccess();
        } else if (header instanceof DeleteFragmentsRequest delete) {
            text = "fragments of " + delete.getWriteIdsCount() + " writes";
        } else {
            text = "cluster";
        }
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Which settings change, not to what: a value can be long. */
    private static String settings(ConfigureBucketRequest request) {
        Set<String> keys = new TreeSet<>(request.getSetMap().keySet());
        keys.addAll(request.getRemoveList());
        String all = String.join(" ", keys);
        return all.length() <= MOST_SHOWN ? all : all.substring(0, MOST_SHOWN) + "...";
    }
}
