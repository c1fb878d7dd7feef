package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.server.FairPlaces;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

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
        QueuedRequest call = new QueuedRequest(request, context, size, work, workers, places, nanoTime, metrics);
        if (!places.tryAcquire(context)) {
            call.refuse(
                    new ChameleonError(ErrorCode.OVERLOADED, limit + " requests are waiting for this server already"));
            return call.answer();
        }
        request.payload().retain();
        call.start();
        return call.answer();
    }
}
