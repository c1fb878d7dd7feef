package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.OperationCancelledException;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** From answers to come to answers. */
final class Waiting {
    private Waiting() {}

    /** Waits for an answer or throws its failure as the caller shall see it; an interrupt cancels what is waited for. */
    static <T extends @Nullable Object> T on(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new OperationCancelledException(ErrorCode.CANCELLED, "interrupted while waiting", e);
        } catch (Exception e) {
            throw calledFrom(Errors.of(e));
        }
    }

    /** It was made on a thread of the network: who asked shows in a trace of its own. */
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
