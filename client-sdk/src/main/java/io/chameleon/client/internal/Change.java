package io.chameleon.client.internal;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One request to the metadata service that changes something. Distinguishes a change that certainly did not happen,
 * which fails with the error that prevented it, from one that may have: {@link WriteOutcomeUnknownException}. For one
 * use.
 */
public final class Change {
    private final ClientContext context;
    private final String what;
    private final boolean repeatable;
    private volatile boolean asked;
    private volatile boolean perhapsDone;

    private Change(ClientContext context, String what, boolean repeatable) {
        this.context = context;
        this.what = what;
        this.repeatable = repeatable;
    }

    /** For an idempotent change: repeated until an answer comes. */
    public static Change repeatable(ClientContext context, String what) {
        return new Change(context, what, true);
    }

    /** For a change whose second try could undo another client's: repeated only if it certainly was not carried out. */
    public static Change once(ClientContext context, String what) {
        return new Change(context, what, false);
    }

    public <T> CompletableFuture<T> send(
            Scope scope, Duration perTry, Function<Duration, CompletableFuture<T>> request) {
        return context.retry()
                .untilDeadline(scope, context.deadline(scope), perTry, this::mayRepeat, timeout -> {
                    asked = true;
                    return request.apply(timeout);
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(outcome(Errors.unwrap(failure))));
    }

    /** Asked after every failed try. A try that a closed scope did not let begin has changed nothing. */
    private boolean mayRepeat(Throwable failure) {
        boolean open = asked && Errors.mayHaveHappened(failure);
        asked = false;
        perhapsDone |= open;
        return Errors.code(failure).retry() == ErrorCode.Retry.SAME_REQUEST && (repeatable || !open);
    }

    private Throwable outcome(Throwable failure) {
        return perhapsDone
                ? new WriteOutcomeUnknownException(
                        Errors.code(failure), what + " was sent and not answered: " + failure.getMessage(), failure)
                : failure;
    }
}
