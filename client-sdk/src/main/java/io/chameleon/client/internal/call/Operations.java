package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The frame around every operation. Gives it a scope of its own, turns its failure into a
 * {@link io.chameleon.client.error.ChameleonException}, runs the caller's continuations on the executor rather than on
 * an event loop, and passes on cancellation of the caller's future.
 */
public final class Operations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

    private static final String CLOSED = "the client is closed";

    /** For what blocks outside of the client, such as the caller's own file, and so cannot be cancelled. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /**
     * What the operations of one client share.
     *
     * @param all the scope of the client
     * @param timeouts unless options name others
     * @param window what runs and waits; null if there is no bound
     * @param starter begins what has waited
     * @param ends who follows the operations
     * @param ticker as {@link System#nanoTime()}
     * @param listeners calls the caller's listeners, which may block
     */
    public record Shared(
            Scope all,
            Retry retry,
            Timeouts timeouts,
            @Nullable Window window,
            Executor starter,
            Ends ends,
            LongSupplier ticker,
            Executor listeners) {}

    private final Shared shared;
    private final Scope all;
    private final Executor executor;
    private final CallOptions options;
    private final @Nullable AutoCloseable owner;

    /**
     * @param executor completes the answers, so the caller's continuations run there
     * @param owner closed with this; null if closing this closes nothing
     */
    public Operations(Shared shared, Executor executor, CallOptions options, @Nullable AutoCloseable owner) {
        this.shared = shared;
        this.all = shared.all;
        this.executor = executor;
        this.options = options;
        this.owner = owner;
    }

    /** The same, under other options; closing it closes nothing. */
    public Operations with(CallOptions others) {
        Arguments.require("options", others);
        return new Operations(shared, executor, others, null);
    }

    /**
     * Runs an operation whose requests all end with it.
     *
     * @param bucket that it is about; "" for none
     */
    public <T> CompletableFuture<T> run(
            Operation operation, String bucket, Function<Scope, CompletableFuture<T>> body) {
        return start(operation, bucket, body, true);
    }

    /** Runs an operation whose result keeps using the scope, and closes it. */
    public <T> CompletableFuture<T> open(
            Operation operation, String bucket, Function<Scope, CompletableFuture<T>> body) {
        return start(operation, bucket, body, false);
    }

    /** As the work, which waits in the caller's code, but over at once when the client is closed. */
    public <T> CompletableFuture<T> untilClosed(CompletableFuture<T> work) {
        return all.call(work::copy);
    }

    private <T> CompletableFuture<T> start(
            Operation operation, String bucket, Function<Scope, CompletableFuture<T>> body, boolean endsWithAnswer) {
        Objects.requireNonNull(bucket, "bucket");
        if (all.isClosed()) {
            return CompletableFuture.failedFuture(new OperationCancelledException(ErrorCode.CANCELLED, CLOSED, null));
        }
        Meter meter = new Meter(options.progress().orElse(null), shared.listeners);
        CompletableFuture<T> answer = new CompletableFuture<>();
        Runnable ended = EndNotice.of(shared, operation, bucket, meter, answer);
        Scope scope = all.child(Limits.of(options, shared.timeouts), meter, ended);
        options.deadline().ifPresent(deadline -> endAfter(deadline, scope, answer));
        var unused = inTurn(scope, body)
                .whenCompleteAsync(
                        (value, failure) -> {
                            if (failure != null || endsWithAnswer) {
                                scope.close();
                            }
                            if (failure != null) {
                                answer.completeExceptionally(shown(failure));
                            } else {
                                answer.complete(value);
                            }
                        },
                        executor)
                // The caller gets no answer only if the executor takes no more work.
                .exceptionally(refused -> {
                    answer.completeExceptionally(shown(refused));
                    return null;
                });
        var unusedCancel = answer.whenComplete((value, failure) -> {
            if (answer.isCancelled()) {
                scope.close();
            }
        });
        return answer;
    }

    private <T> CompletableFuture<T> inTurn(Scope scope, Function<Scope, CompletableFuture<T>> body) {
        Window window = shared.window;
        return window == null
                ? Scope.started(() -> body.apply(scope))
                : window.run(scope, () -> body.apply(scope), shared.starter);
    }

    /** What can be cancelled ends at once, and with it the operation. */
    private void endAfter(Duration deadline, Scope scope, CompletableFuture<?> answer) {
        shared.retry.after(scope, deadline, () -> {
            CancellationException passed =
                    Errors.expired(deadline, scope.meter().lastFailure());
            scope.close(passed);
            shared.retry.after(all, GRACE, () -> answer.completeExceptionally(Errors.of(passed)));
        });
    }

    /** A client that is closing closes its threads, too. */
    private RuntimeException shown(Throwable failure) {
        return all.isClosed() && Errors.unwrap(failure) instanceof RejectedExecutionException
                ? new OperationCancelledException(ErrorCode.CANCELLED, CLOSED, failure)
                : Errors.of(failure);
    }

    /** Cancels what is in flight and closes what the client owns. */
    @Override
    public void close() {
        AutoCloseable closed = owner;
        if (closed == null) {
            return;
        }
        all.close();
        try {
            closed.close();
        } catch (Exception e) {
            LOG.warn("closing the client", e);
        }
    }
}
