package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.chameleon.cli.kit.CommandFailure;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** How a role ends that nobody has stopped by a signal. */
class ServiceTest {
    private final AtomicInteger closed = new AtomicInteger();
    private Service<AutoCloseable> service = new Service<>(Thread.currentThread());

    @Test
    void roleThatFails_endsTheCommand_withTheReason_andIsClosed() {
        CompletableFuture<String> failed = new CompletableFuture<>();
        try (Service<AutoCloseable> service = new Service<>(closed::incrementAndGet)) {
            failed.complete("PostgreSQL ended with exit code 1");
            assertThatExceptionOfType(CommandFailure.class)
                    .isThrownBy(() -> service.awaitStop(failed))
                    .withMessage("PostgreSQL ended with exit code 1");
            assertThat(closed).hasValue(0);
        }
        assertThat(closed).hasValue(1);
    }

    @Test
    void roleThatIsClosed_endsTheWait_andIsClosedOnce() {
        Service<AutoCloseable> service = new Service<>(closed::incrementAndGet);
        service.close();
        service.awaitStop();
        service.awaitStop(new CompletableFuture<>());
        service.close();
        assertThat(closed).hasValue(1);
    }

    /** The process ends in any case; its log has the reason. */
    @Test
    void roleThatDoesNotCloseCleanly_endsTheWaitAllTheSame() {
        Service<AutoCloseable> service = new Service<>(() -> {
            closed.incrementAndGet();
            throw new IOException("disk full");
        });
        assertThatNoException().isThrownBy(service::close);
        service.awaitStop();
        assertThat(closed).hasValue(1);
    }

    @Test
    void interruptedWait_ends_andTheThreadStaysInterrupted() {
        try (Service<AutoCloseable> service = new Service<>(closed::incrementAndGet)) {
            Thread.currentThread().interrupt();
            service.awaitStop();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void signalWhileTheRoleStarts_interruptsTheStart_andClosesWhatCameOfIt() throws InterruptedException {
        CountDownLatch starting = new CountDownLatch(1);
        Thread starter = Thread.ofPlatform()
                .daemon()
                .unstarted(() -> service.make(() -> {
                    starting.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return closed::incrementAndGet;
                }));
        service = new Service<>(starter);
        starter.start();
        starting.await();

        service.end();

        assertThat(closed).hasValue(1);
    }

    /** A database that is left half started would outlive the process. */
    @Test
    void signalWhileTheRoleStarts_andTheStartFails_waitsForThat_andTheStarterSaysNothing() throws InterruptedException {
        CountDownLatch starting = new CountDownLatch(1);
        AtomicInteger cleanedUp = new AtomicInteger();
        AtomicInteger said = new AtomicInteger();
        Thread starter = Thread.ofPlatform().daemon().unstarted(() -> {
            try {
                service.make(() -> {
                    starting.countDown();
                    LockSupport.park();
                    cleanedUp.incrementAndGet();
                    throw new IllegalStateException("interrupted");
                });
            } finally {
                said.incrementAndGet();
            }
        });
        service = new Service<>(starter);
        starter.start();
        starting.await();

        service.end();

        assertThat(cleanedUp).hasValue(1);
        assertThat(said).hasValue(0);
    }
}
