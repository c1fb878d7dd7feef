package io.chameleon.client.internal.call;

import io.chameleon.core.Durations;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * An executor that may be full, closed or stuck: what it has not begun in time will not begin at all.
 *
 * @param patience with an executor that does not begin
 */
record PatientExecutor(Executor executor, ScheduledExecutorService scheduler, Duration patience) {
    /** @param never runs instead of the work, once, if that will never begin; gets the reason */
    void begin(Runnable work, Consumer<RuntimeException> never) {
        AtomicBoolean taken = new AtomicBoolean();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                if (taken.compareAndSet(false, true)) {
                    begun.complete(null);
                    work.run();
                }
            });
        } catch (RejectedExecutionException refused) {
            if (taken.compareAndSet(false, true)) {
                never.accept(refused);
            }
            return;
        }
        if (!begun.isDone()) {
            giveUpLater(begun, () -> {
                if (taken.compareAndSet(false, true)) {
                    never.accept(new ChameleonError(
                            ErrorCode.DEADLINE_EXCEEDED,
                            "the client's executor has not begun what it was given within "
                                    + Durations.text(patience)));
                }
            });
        }
    }

    private void giveUpLater(CompletableFuture<Void> begun, Runnable giveUp) {
        try {
            ScheduledFuture<?> timer = scheduler.schedule(giveUp, patience.toNanos(), TimeUnit.NANOSECONDS);
            var unused = begun.whenComplete((v, failure) -> timer.cancel(false));
        } catch (RejectedExecutionException closed) {
            giveUp.run();
        }
    }
}
