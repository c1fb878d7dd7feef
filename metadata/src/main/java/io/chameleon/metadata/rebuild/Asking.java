package io.chameleon.metadata.rebuild;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Queries flash servers. After a few failed tries the rebuild ends: half of a server's fragments are worse than none.
 */
final class Asking {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int TRIES = 4;

    /** @param what the subject of the request, for the message */
    <T> CompletableFuture<T> ask(String what, Function<Duration, CompletableFuture<T>> request) {
        return ask(what, request, 1);
    }

    private <T> CompletableFuture<T> ask(String what, Function<Duration, CompletableFuture<T>> request, int tries) {
        return request.apply(TIMEOUT).exceptionallyCompose(failure -> {
            ChameleonError error = unwrapped(failure);
            return tries < TRIES && error.code().retry() != ErrorCode.Retry.NEVER
                    ? CompletableFuture.supplyAsync(
                                    () -> what,
                                    CompletableFuture.delayedExecutor(PAUSE.toMillis() * tries, TimeUnit.MILLISECONDS))
                            .thenCompose(_ -> ask(what, request, tries + 1))
                    : CompletableFuture.failedFuture(
                            new ChameleonError(error.code(), "cannot " + what + ": " + error.getMessage(), error));
        });
    }

    <T> T await(CompletableFuture<T> asked) {
        try {
            return asked.join();
        } catch (CompletionException e) {
            throw unwrapped(e);
        }
    }

    private static ChameleonError unwrapped(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ChameleonError error
                ? error
                : new ChameleonError(ErrorCode.INTERNAL, String.valueOf(cause.getMessage()), cause);
    }
}
