package io.chameleon.client.internal.call;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a listener of progress: once at a time, and once for all that has come while it was called. Safe from any
 * thread.
 */
final class ProgressTeller {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressTeller.class);

    private final Runnable listener;
    private final Executor listeners;
    /** While the listener is being called: how often it was due meanwhile. */
    private final AtomicInteger due = new AtomicInteger();

    /**
     * @param listener is told what is true at the time of the call
     * @param listeners may block; calls the listener
     */
    ProgressTeller(Runnable listener, Executor listeners) {
        this.listener = listener;
        this.listeners = listeners;
    }

    /** There is progress. */
    void tell() {
        if (due.getAndIncrement() == 0) {
            try {
                listeners.execute(this::call);
            } catch (RejectedExecutionException clientIsClosed) {
                LOG.debug("progress is not told: the client is closed");
            }
        }
    }

    private void call() {
        int seen;
        do {
            seen = due.get();
            callOnce();
        } while (due.addAndGet(-seen) > 0);
    }

    private void callOnce() {
        try {
            listener.run();
        } catch (RuntimeException | Error thrown) {
            LOG.warn("a progress listener failed", thrown);
        }
    }
}
