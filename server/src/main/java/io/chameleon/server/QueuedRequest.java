package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.server.FairPlaces;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One request in a {@link RequestQueue}: it waits, runs, perhaps waits once more, and ends. */
final class QueuedRequest {
    private final Message request;
    private final CallContext context;
    private final RequestQueue.AnswerSize size;
    private final RequestQueue.Work work;
    private final Executor workers;
    private final FairPlaces places;
    private final LongSupplier nanoTime;
    private final ServerMetrics metrics;
    private final long arrived;
    private final Answer answer = new Answer();
    private boolean atWork;
    private boolean unwanted;
    private boolean letGo;

    /** If it is cancelled while the request waits, it completes at once; if the request is running, it does not. */
    private final class Answer extends CompletableFuture<Message> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return callOff() && super.cancel(mayInterruptIfRunning);
        }
    }

    /** @param places of which it has one once it starts */
    QueuedRequest(
            Message request,
            CallContext context,
            RequestQueue.AnswerSize size,
            RequestQueue.Work work,
            Executor workers,
            FairPlaces places,
            LongSupplier nanoTime,
            ServerMetrics metrics) {
        this.request = request;
        this.context = context;
        this.size = size;
        this.work = work;
        this.workers = workers;
        this.places = places;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.arrived = nanoTime.getAsLong();
    }

    CompletableFuture<Message> answer() {
        return answer;
    }

    void start() {
        execute(this::run);
    }

    private void execute(Runnable step) {
        try {
            workers.execute(step);
        } catch (RejectedExecutionException e) {
            end(null, new ChameleonError(ErrorCode.UNAVAILABLE, "this server is closing"));
        }
    }

    private void run() {
        guarded(() -> {
            int bytes = size.of(request);
            if (bytes > 0) {
                rest();
            }
            if (bytes == 0 || context.answerMemory().reserve(bytes, () -> execute(this::proceed))) {
                proceed();
            }
        });
    }

    private void proceed() {
        guarded(() -> {
            CompletableFuture<Message> _ =
                    work.answer(request, this::requireSomebodyWaits).whenComplete(this::end);
        });
    }

    private void guarded(Runnable step) {
        try {
            begin();
            step.run();
        } catch (RuntimeException | Error e) {
            end(null, e);
        }
    }

    private synchronized void begin() {
        requireSomebodyWaits();
        atWork = true;
    }

    /** It waits once more, and may be cancelled. */
    private synchronized void rest() {
        requireSomebodyWaits();
        atWork = false;
    }

    private synchronized void requireSomebodyWaits() {
        if (unwanted || context.isExpired(nanoTime.getAsLong())) {
            throw new ChameleonError(
                    ErrorCode.DEADLINE_EXCEEDED, request.type() + " was dropped: its deadline passed in the queue");
        }
    }

    /** Releases the request unless it is running; its place in the queue stays taken until its turn. */
    private boolean callOff() {
        synchronized (this) {
            unwanted = true;
            if (atWork || letGo) {
                return false;
            }
        }
        letGo();
        return true;
    }

    private void letGo() {
        boolean held;
        synchronized (this) {
            held = !letGo;
            letGo = true;
        }
        if (held) {
            request.payload().release();
        }
    }

    private void end(@Nullable Message result, @Nullable Throwable failure) {
        letGo();
        places.release(context);
        metrics.answered(request.type(), nanoTime.getAsLong() - arrived, failure);
        boolean late = !(failure == null ? answer.complete(result) : answer.completeExceptionally(cause(failure)));
        if (late && result != null) {
            result.release();
        }
    }

    void refuse(ChameleonError error) {
        metrics.answered(request.type(), 0, error);
        answer.completeExceptionally(error);
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
