package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class WorkersTest {
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private final Queue<Runnable> handedOver = new ArrayDeque<>();
    private final AtomicInteger dropped = new AtomicInteger();

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    private Workers workers(Executor executor, Duration patience) {
        return new Workers(executor, Runnable::run, scheduler, patience);
    }

    @Test
    void errorOfTheWork_isTheResult() {
        Workers workers = workers(Runnable::run, Duration.ofHours(1));

        CompletableFuture<Void> result = workers.run(() -> {
            throw new NoClassDefFoundError("codec");
        });

        assertThatThrownBy(result::join).hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void executorThatDoesNotBegin_isAnErrorAfterAWhile_andTheWorkNeverRuns() {
        AtomicInteger ran = new AtomicInteger();

        CompletableFuture<Integer> result =
                workers(handedOver::add, Duration.ofMillis(1)).run(ran::incrementAndGet, dropped::incrementAndGet);

        assertThatThrownBy(result::join)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
        handedOver.remove().run();
        assertThat(ran).hasValue(0);
        assertThat(dropped).hasValue(1);
    }

    @Test
    void executorThatRefuses_isAnErrorAtOnce() {
        CompletableFuture<Integer> result = workers(
                        task -> {
                            throw new RejectedExecutionException("full");
                        },
                        Duration.ofHours(1))
                .run(() -> 7, dropped::incrementAndGet);

        assertThatThrownBy(result::join).hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(dropped).hasValue(1);
    }

    @Test
    void answer_thatTheExecutorDoesNotGive_isGivenElsewhere_once() {
        CompletableFuture<Integer> given = new CompletableFuture<>();
        AtomicInteger times = new AtomicInteger();

        workers(handedOver::add, Duration.ofMillis(1)).deliver(() -> given.complete(times.incrementAndGet()));

        assertThat(given.join()).isEqualTo(1);
        handedOver.remove().run();
        assertThat(times).hasValue(1);
    }
}
