package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns futures into answers by waiting. */
public final class Waiting {
    private Waiting() {}

    /**
     * Waits for an answer of {@link io.chameleon.client.AsyncChameleonClient}, or throws its failure; an
     * interrupt cancels the operation.
     */
    public static <T extends @Nullable Object> T on(CompletableFuture<T> answer) {
        // Only a wrapper of the caller's own can have anything else in it: all that fails an answer is shown.
        return on(
                answer,
                failure -> failure instanceof RuntimeException shown ? shown : new CompletionException(failure));
    }

    /** As {@link #on}, for a step inside an operation: its failure is turned into what the caller is to see. */
    public static <T extends @Nullable Object> T onStep(CompletableFuture<T> step) {
        return on(step, Errors::of);
    }

    private static <T extends @Nullable Object> T on(
            CompletableFuture<T> answer, Function<Throwable, RuntimeException> shown) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new OperationCancelledException(ErrorCode.CANCELLED, "interrupted while waiting", e);
        } catch (ExecutionException e) {
            throw calledFrom(shown.apply(Errors.unwrap(e)));
        } catch (CancellationException e) {
            throw calledFrom(Errors.of(e));
        }
    }

    /** The failure was created on a network thread; the caller's own stack trace shows who asked. */
    private static RuntimeException calledFrom(RuntimeException failure) {
        failure.addSuppressed(new CalledFrom());
        return failure;
    }

    private static final class CalledFrom extends Exception {
        private static final long serialVersionUID = 1L;

        CalledFrom() {
            super("the call that failed");
        }
    }
}
