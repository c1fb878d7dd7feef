package io.chameleon.cli.process;

import io.chameleon.cli.kit.CommandFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A role that runs until the process is stopped (SIGTERM, Ctrl-C), and then closes in good order. */
public final class Service<R extends AutoCloseable> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Service.class);
    /** After that the process ends all the same. */
    private static final long START_LIMIT_SECONDS = 20;

    private final Thread starter;
    private final CompletableFuture<@Nullable R> started = new CompletableFuture<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::end, "shutdown");
    private volatile boolean ending;

    Service(Thread starter) {
        this.starter = starter;
    }

    Service(R role) {
        this(Thread.currentThread());
        started.complete(role);
        addHook();
    }

    /**
     * Starts a role that has processes or directories of its own. A signal that comes meanwhile interrupts the start,
     * and what has been started is closed: it would outlive this process.
     *
     * @param role closes what it has opened if it fails
     */
    public static <R extends AutoCloseable> Service<R> start(Supplier<R> role) {
        Service<R> service = new Service<>(Thread.currentThread());
        service.addHook();
        service.make(role);
        return service;
    }

    private void addHook() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void make(Supplier<R> role) {
        try {
            started.complete(role.get());
        } catch (RuntimeException | Error e) {
            started.complete(null);
            awaitEnd();
            forget();
            throw e;
        }
        awaitEnd();
    }

    public R role() {
        return started.join();
    }

    /** Whether a signal has come: what fails from now on, fails for that. */
    public boolean isEnding() {
        return ending;
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
        awaitEnd();
        if (failed.isDone()) {
            throw new CommandFailure(failed.join());
        }
    }

    /** What a signal does. */
    void end() {
        ending = true;
        if (!started.isDone()) {
            starter.interrupt();
        }
        R role = started.completeOnTimeout(null, START_LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
        if (role != null) {
            stop(role);
        }
    }

    private void stop(R role) {
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

    /** What the starter still has to say is about a role that is being closed under it. */
    private void awaitEnd() {
        while (ending && starter.equals(Thread.currentThread())) {
            LockSupport.park(this);
            boolean unused = Thread.interrupted();
        }
    }

    /** Stops now, if no signal came; if one did, the process ends here. */
    @Override
    public void close() {
        awaitEnd();
        stop(role());
        forget();
    }

    /** The hook would hold all that the role had, as long as the process goes on: a demo runs several. */
    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the process ends, too");
        }
    }
}
