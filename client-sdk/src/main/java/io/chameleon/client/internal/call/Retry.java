package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Retries after pauses that double and are randomised, so that many clients do not return at once. */
public final class Retry {
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final int DOUBLINGS = 6;

    private final ScheduledExecutorService scheduler;
    private final RandomGenerator random;

    public Retry(ScheduledExecutorService scheduler, RandomGenerator random) {
        this.scheduler = scheduler;
        this.random = random;
    }

    /**
     * Repeats an idempotent request on errors that {@link #isPassing pass}; fails with the last of them when the
     * deadline is near.
     */
    public <T> CompletableFuture<T> untilDeadline(
            Scope scope, Deadline deadline, Duration perTry, Function<Duration, CompletableFuture<T>> request) {
        return untilDeadline(scope, deadline, perTry, Retry::isPassing, request);
    }

    /** Repeats a request on the failures that {@code again} allows. */
    public <T> CompletableFuture<T> untilDeadline(
            Scope scope,
            Deadline deadline,
            Duration perTry,
            Predicate<Throwable> again,
            Function<Duration, CompletableFuture<T>> request) {
        return attempt(scope, deadline, perTry, again, request, 0);
    }

    /** Whether the same request can succeed a little later. */
    public static boolean isPassing(Throwable failure) {
        return Errors.code(failure).retry() == ErrorCode.Retry.SAME_REQUEST;
    }

    private <T> CompletableFuture<T> attempt(
            Scope scope,
            Deadline deadline,
            Duration perTry,
            Predicate<Throwable> again,
            Function<Duration, CompletableFuture<T>> request,
            int tries) {
        return scope.call(() -> request.apply(deadline.atMost(perTry))).exceptionallyCompose(failure -> {
            Duration pause = pause(tries);
            Throwable cause = Errors.unwrap(failure);
            boolean repeat = again.test(cause)
                    && tries + 1 < scope.limits().attempts()
                    && !scope.isClosed()
                    && deadline.left().compareTo(pause) > 0;
            if (repeat) {
                scope.meter().retried(cause);
            }
            return repeat
                    ? delay(scope, pause).thenCompose(v -> attempt(scope, deadline, perTry, again, request, tries + 1))
                    : CompletableFuture.failedFuture(cause);
        });
    }

    /** How long to wait before the next try: half to the whole of 20 ms, 40 ms … 1 s. */
    public Duration pause(int tries) {
        long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(tries, DOUBLINGS));
        return Duration.ofMillis(longest / 2 + random.nextLong(longest / 2 + 1));
    }

    /** Completes after a while, or is cancelled with the scope. */
    public CompletableFuture<Void> delay(Scope scope, Duration wait) {
        return scope.call(() -> {
            CompletableFuture<Void> over = new CompletableFuture<>();
            var timer = scheduler.schedule(() -> over.complete(null), wait.toNanos(), TimeUnit.NANOSECONDS);
            var unused = over.handle((v, failure) -> timer.cancel(false));
            return over;
        });
    }

    /** Runs {@code action} after a while, unless the scope is closed by then. */
    public void after(Scope scope, Duration wait, Runnable action) {
        var unused = delay(scope, wait).handle((v, closed) -> {
            if (closed == null) {
                action.run();
            }
            return closed;
        });
    }
}
