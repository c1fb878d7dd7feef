package io.chameleon.balancer.servers;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for answers, on a thread that may wait, and interprets failures. */
public final class Calls {
    private Calls() {}

    /** Any other failure can be retried; a leader that was replaced has to stop. */
    public static void rethrowIfFenced(RuntimeException failure) {
        if (failure instanceof ChameleonError error && error.code() == ErrorCode.FENCED) {
            throw error;
        }
    }

    /** A thread that was interrupted has to stop. */
    static void rethrowIfCancelled(RuntimeException failure) {
        if (failure instanceof ChameleonError error && error.code() == ErrorCode.CANCELLED) {
            throw error;
        }
    }

    /** The answer, or the very exception that the call failed with; {@code CANCELLED} if the thread is interrupted. */
    public static <T> T await(CompletableFuture<T> call) {
        try {
            return call.get();
        } catch (InterruptedException e) {
            call.cancel(false);
            Thread.currentThread().interrupt();
            throw new ChameleonError(ErrorCode.CANCELLED, "interrupted while waiting for an answer", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
