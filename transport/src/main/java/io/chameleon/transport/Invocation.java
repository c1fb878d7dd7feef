package io.chameleon.transport;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One request in a handler's hands: the same for a socket and for the loopback, so that both treat errors, cancellation and
 * payloads alike.
 */
final class Invocation {
    /** Receives the outcome once, on whatever thread completed the handler's stage. */
    interface Outcome {
        /** Exactly one of the two is null. An answer's payload is given away. */
        void accept(@Nullable Message answer, @Nullable ChameleonError error);
    }

    private final CompletionStage<Message> stage;

    private Invocation(CompletionStage<Message> stage) {
        this.stage = stage;
    }

    /** Calls the handler and passes its outcome on, after releasing the request's payload. */
    static Invocation start(RpcHandler handler, Message request, CallContext context, Outcome outcome) {
        Invocation invocation = new Invocation(call(handler, request, context));
        // Nothing waits on what whenComplete returns: the outcome is handed over in it.
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

    /** Tells the handler that nobody waits any more. A stage that ignores it keeps its request, which counts, until it completes. */
    void cancel() {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException e) {
            // A stage of another kind, which CompletionStage allows: it completes when it does.
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

    static ChameleonError deadlineExceeded(MessageType type) {
        return new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, type + ": no answer before the deadline");
    }
}
