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

/**
 * Takes requests off the event loop. A request beyond the limit is refused with {@code OVERLOADED} at once. A request
 * whose caller no longer waits when its turn comes is dropped before it touches the store; what it holds is released
 * even earlier. A request with a large answer waits until there is room for it, without a worker.
 *
 * <p>A request that is cancelled while it runs is answered when the work ends, not before: until then it holds memory,
 * and counts.
 */
final class RequestQueue {
    /** The work for a request. */
    @FunctionalInterface
    interface Work {
        /**
         * @param stillWanted throws if no caller waits any more; for work that waits again before it starts in earnest
         */
        CompletableFuture<Message> answer(Message request, Runnable stillWanted);
    }

    /** How many bytes the answer to a request has, 0 if few. */
    @FunctionalInterface
    interface AnswerSize {
        int of(Message request);
    }

    private final Executor workers;
    private final FairPlaces places;
    private final int limit;
    private final LongSupplier nanoTime;
    private final ServerMetrics metrics;

    /**
     * @param workers run requests; each may wait for the device
     * @param limit requests waiting or running, of which one caller gets seven eighths at most
     * @param nanoTime the ticker of {@link CallContext#deadlineNanos()}
     */
    RequestQueue(Executor workers, int limit, LongSupplier nanoTime, ServerMetrics metrics) {
        this.workers = workers;
        this.places = new FairPlaces(limit);
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
    }

    /** Runs {@code work} on a worker; the request's payload stays valid until its result completes. */
    CompletableFuture<Message> run(Message request, CallContext context, Work work) {
        return run(request, context, _ -> 0, work);
    }

    /** As the other one, once there is room for such a large answer. {@code size} runs on a worker, too. */
    CompletableFuture<Message> run(Message request, CallContext context, AnswerSize size, Work work) {
        Call call = new Call(request, context, size, work, nanoTime.getAsLong());
        if (!places.tryAcquire(context)) {
            call.refuse(
                    new ChameleonError(ErrorCode.OVERLOADED, limit + " requests are waiting for this server already"));
            return call.answer;
        }
        request.payload().retain();
        call.execute(call::run);
        return call.answer;
    }

    private final class Call {
        private final Message request;
        private final CallContext context;
        private final AnswerSize size;
        private final Work work;
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

        Call(Message request, CallContext context, AnswerSize size, Work work, long arrived) {
            this.request = request;
            this.context = context;
            this.size = size;
            this.work = work;
            this.arrived = arrived;
        }

        void execute(Runnable step) {
            try {
                workers.execute(step);
            } catch (RejectedExecutionException e) {
                end(null, new ChameleonError(ErrorCode.UNAVAILABLE, "this server is closing"));
            }
        }

        void run() {
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
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
