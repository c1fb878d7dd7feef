package io.chameleon.client.internal.call;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * Where this client codes, checks and answers. The executor may be the user's own, and so may be full, closed or stuck.
 * Work that is handed to it completes in any case: with its result, with what it threw, or with an error after a while.
 */
public final class Workers {
    private final PatientExecutor executor;
    private final Executor rescue;

    /**
     * @param rescue completes the caller's answers if the executor does not
     * @param patience with an executor that does not begin
     */
    public Workers(Executor executor, Executor rescue, ScheduledExecutorService scheduler, Duration patience) {
        this.executor = new PatientExecutor(executor, scheduler, patience);
        this.rescue = rescue;
    }

    public <T> CompletableFuture<T> run(Supplier<T> work) {
        return run(work, () -> {});
    }

    public <T> CompletableFuture<T> compose(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        // Composed, not handed on: a chain of thousands of these must complete without a stack as deep.
        CompletableFuture<T> result = begun.thenCompose(v -> work.get());
        executor.begin(() -> begun.complete(null), begun::completeExceptionally);
        return result;
    }

    /**
     * Fails with {@code DEADLINE_EXCEEDED} if the executor does not begin, with {@link RejectedExecutionException} if
     * it refuses.
     *
     * @param dropped runs instead of the work if that will never begin
     */
    public <T> CompletableFuture<T> run(Supplier<T> work, Runnable dropped) {
        CompletableFuture<T> result = new CompletableFuture<>();
        executor.begin(() -> complete(result, work), refused -> {
            dropped.run();
            result.completeExceptionally(refused);
        });
        return result;
    }

    /** Completes the caller's answer, on the executor if that takes it. */
    public void deliver(Runnable answer) {
        executor.begin(answer, busy -> {
            try {
                rescue.execute(answer);
            } catch (RejectedExecutionException closed) {
                answer.run();
            }
        });
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        T value;
        try {
            value = work.get();
        } catch (Throwable failure) { // also an Error: a caller waits for this
            result.completeExceptionally(failure);
            return;
        }
        result.complete(value);
    }
}
