package io.chameleon.metadata;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.server.FairPlaces;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Threads that may wait for the database, on which requests take their turns, unless their deadline comes before. */
final class Workers {
    private final Executor threads;
    private final FairPlaces places;
    private final LongSupplier nanoTime;

    /** @param places of all requests in progress or waiting */
    Workers(Executor threads, FairPlaces places, LongSupplier nanoTime) {
        this.threads = threads;
        this.places = places;
        this.nanoTime = nanoTime;
    }

    /** If there is a place, which it has until the work has ended. */
    <T> CompletableFuture<T> inTurn(MessageType type, CallContext context, Supplier<T> work) {
        if (!places.tryAcquire(context)) {
            return CompletableFuture.failedFuture(tooMany());
        }
        return run(type, context, work, () -> places.release(context));
    }

    /** @param after runs in any case, when the work has ended */
    <T> CompletableFuture<T> run(MessageType type, CallContext context, Supplier<T> work, Runnable after) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            threads.execute(() -> {
                try {
                    answer.complete(done(type, context, work, answer));
                } catch (Throwable e) {
                    answer.completeExceptionally(e);
                } finally {
                    after.run();
                }
            });
        } catch (RejectedExecutionException e) {
            after.run();
            answer.completeExceptionally(new NotExecutedError("the metadata service is closing", e));
        }
        return answer;
    }

    private <T> T done(MessageType type, CallContext context, Supplier<T> work, CompletableFuture<T> answer) {
        // Cancelled, or its deadline passed before its turn.
        if (answer.isDone() || context.isExpired(nanoTime.getAsLong())) {
            throw deadlineExceeded(type);
        }
        return work.get();
    }

    static ChameleonError tooMany() {
        return new ChameleonError(ErrorCode.OVERLOADED, "too many requests are waiting already");
    }

    private static ChameleonError deadlineExceeded(MessageType type) {
        return new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, type + ": not begun before the deadline");
    }
}
