package io.chameleon.cli.process;

import io.chameleon.cli.kit.CommandFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A role that runs until the process is stopped (SIGTERM, Ctrl-C), and then closes in good order. */
final class Service<R extends AutoCloseable> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private final R role;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::stop, "shutdown");

    Service(R role) {
        this.role = role;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    R role() {
        return role;
    }

    /** Returns once the process stops and the role is closed. */
    void awaitStop() {
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * As {@link #awaitStop()}, but also returns when the role fails.
     *
     * @param failed completes with the reason, in one line
     * @throws CommandFailure with that reason
     */
    void awaitStop(CompletableFuture<String> failed) {
        CompletableFuture<Void> unused = failed.thenRun(stopped::countDown);
        awaitStop();
        if (failed.isDone()) {
            throw new CommandFailure(failed.join());
        }
    }

    private void stop() {
        if (closed.compareAndSet(false, true)) {
            LOG.info("stopping");
            try {
                role.close();
                LOG.info("stopped");
            } catch (Exception e) {
                LOG.warn("did not stop cleanly", e);
            }
            stopped.countDown();
        }
    }

    /** Stops now, if no signal came. */
    @Override
    public void close() {
        stop();
    }
}
