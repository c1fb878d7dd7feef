package io.chameleon.transport.rpc.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.WireErrors;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request in a handler: the same for sockets and for the loopback, so that both treat errors, cancellation and
 * payloads alike.
 */
public final class Invocation {
    /** Receives the outcome once, on whatever thread completed the handler's stage. */
    public interface Outcome {
        /** Exactly one of the two is null. The receiver owns the answer's payload. */
        void accept(@Nullable Message answer, @Nullable ChameleonError error);
    }

    private final CompletionStage<Message> stage;

    private Invocation(CompletionStage<Message> stage) {
        this.stage = stage;
    }

    /** Calls the handler and passes its outcome on, after releasing the request's payload. */
    public static Invocation start(RpcHandler handler, Message request, CallContext context, Outcome outcome) {
        Invocation invocation = new Invocation(call(handler, request, context));
        // Nothing waits on the result of whenComplete: the outcome is passed on inside it.
        CompletionStage<Message> unused = invocation.stage.whenComplete((answer, failure) -> {
            request.release();
            if (failure == null && answer != null && isAnswerTo(request, answer)) {
                outcome.accept(answer, null);
                return;
            }
            if (answer != null) {
                answer.release();
            }
            Throwable cause = failure != null
                    ? failure
                    : new IllegalStateException("the handler's answer to " + request.type() + " is " + answer);
            outcome.accept(null, WireErrors.ofHandler(request.type(), context.peer(), cause));
        });
        return invocation;
    }

    /**
     * Notifies the handler that the caller no longer waits. A stage that ignores this keeps its request, which counts
     * until it completes.
     */
    public void cancel() {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException e) {
            // CompletionStage allows a stage that cannot be cancelled: it completes when it does.
        }
    }

    private static CompletionStage<Message> call(RpcHandler handler, Message request, CallContext context) {
        try {
            if (request.type() == MessageType.PING) {
                return CompletableFuture.completedFuture(Message.of(MessageType.PING, request.header()));
            }
            CompletionStage<Message> stage = handler.handle(request, context);
            return stage != null ? stage : CompletableFuture.failedFuture(new NullPointerException("no stage"));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static boolean isAnswerTo(Message request, Message answer) {
        return answer.type() == request.type() && answer.type().isResponse(answer.header());
    }

    public static ChameleonError deadlineExceeded(MessageType type) {
        return new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, type + ": no answer before the deadline");
    }
}
