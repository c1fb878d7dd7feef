package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
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

    private final Scope all;
    private final Executor executor;
    private final List<AutoCloseable> owned;

    /**
     * @param executor completes the answers, so the caller's continuations run there
     * @param owned closed with the client
     */
    public Operations(Scope all, Executor executor, List<AutoCloseable> owned) {
        this.all = all;
        this.executor = executor;
        this.owned = List.copyOf(owned);
    }

    /** Runs an operation whose requests all end with it. */
    public <T> CompletableFuture<T> run(Function<Scope, CompletableFuture<T>> body) {
        return start(body, true);
    }

    /** Runs an operation whose result keeps using the scope, and closes it. */
    public <T> CompletableFuture<T> open(Function<Scope, CompletableFuture<T>> body) {
        return start(body, false);
    }

    private <T> CompletableFuture<T> start(Function<Scope, CompletableFuture<T>> body, boolean endsWithAnswer) {
        if (all.isClosed()) {
            return CompletableFuture.failedFuture(new OperationCancelledException(ErrorCode.CANCELLED, CLOSED, null));
        }
        Scope scope = all.child();
        CompletableFuture<T> answer = new CompletableFuture<>();
        var unused = Scope.started(() -> body.apply(scope))
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

    /** A client that is closing closes its threads, too. */
    private RuntimeException shown(Throwable failure) {
        return all.isClosed() && Errors.unwrap(failure) instanceof RejectedExecutionException
                ? new OperationCancelledException(ErrorCode.CANCELLED, CLOSED, failure)
                : Errors.of(failure);
    }

    /** Cancels what is in flight and closes what the client owns. */
    @Override
    public void close() {
        all.close();
        for (AutoCloseable resource : owned) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("closing the client", e);
            }
        }
    }
}
