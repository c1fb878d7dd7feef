package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.FairPlaces;
import io.chameleon.transport.Message;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests off the event loop. A request beyond the limit is refused with {@code OVERLOADED} at once; one that nobody waits
 * for any more when its turn comes is dropped before it touches the store.
 */
final class RequestQueue {
    /** What is to be done for a request. */
    @FunctionalInterface
    interface Work {
        /** @param stillWanted throws if nobody waits any more; for work that waits again before it starts in earnest */
        CompletableFuture<Message> answer(Message request, Runnable stillWanted);
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
        Call call = new Call(request, context, nanoTime.getAsLong());
        if (!places.tryAcquire(context)) {
            call.refuse(
                    new ChameleonError(ErrorCode.OVERLOADED, limit + " requests are waiting for this server already"));
            return call.answer;
        }
        request.payload().retain();
        try {
            workers.execute(() -> call.run(work));
        } catch (RejectedExecutionException e) {
            call.finish(null, new ChameleonError(ErrorCode.UNAVAILABLE, "this server is closing"));
        }
        return call.answer;
    }

    private final class Call {
        private final Message request;
        private final CallContext context;
        private final long arrived;
        /** The transport cancels it when nobody waits any more. */
        private final CompletableFuture<Message> answer = new CompletableFuture<>();

        Call(Message request, CallContext context, long arrived) {
            this.request = request;
            this.context = context;
            this.arrived = arrived;
        }

        void run(Work work) {
            try {
                requireSomebodyWaits();
                CompletableFuture<Message> _ =
                        work.answer(request, this::requireSomebodyWaits).whenComplete(this::finish);
            } catch (RuntimeException | Error e) {
                finish(null, e);
            }
        }

        private void requireSomebodyWaits() {
            if (answer.isDone() || context.isExpired(nanoTime.getAsLong())) {
                throw new ChameleonError(
                        ErrorCode.DEADLINE_EXCEEDED, request.type() + " was dropped: its deadline passed in the queue");
            }
        }

        void finish(@Nullable Message result, @Nullable Throwable failure) {
            request.payload().release();
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
