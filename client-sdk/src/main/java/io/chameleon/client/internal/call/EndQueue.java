package io.chameleon.client.internal.call;

import io.chameleon.client.listen.OperationEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends of operations that wait to be told, one after the other. Beyond the most that may wait, some are missed. */
final class EndQueue {
    private static final Logger LOG = LoggerFactory.getLogger(Ends.class);
    static final int MOST_WAITING = 8192;

    private record Told(Consumer<OperationEnd> listener, OperationEnd end) {}

    private final Executor thread;

    // Guarded by this.
    private final Deque<Told> waiting = new ArrayDeque<>();
    private boolean telling;
    private long missed;

    EndQueue(Executor thread) {
        this.thread = thread;
    }

    void add(Consumer<OperationEnd> listener, OperationEnd end) {
        synchronized (this) {
            if (waiting.size() >= MOST_WAITING) {
                missed++;
                return;
            }
            waiting.add(new Told(listener, end));
            if (telling) {
                return;
            }
            telling = true;
        }
        try {
            thread.execute(this::tell);
        } catch (RejectedExecutionException clientIsClosed) {
            tell();
        }
    }

    private void tell() {
        for (Told next = next(); next != null; next = next()) {
            try {
                next.listener.accept(next.end);
            } catch (RuntimeException | Error thrown) {
                LOG.warn("the listener failed at the end of {}", next.end.operation(), thrown);
            }
        }
    }

    private @Nullable Told next() {
        Told next;
        long left;
        synchronized (this) {
            next = waiting.poll();
            telling = next != null;
            left = missed;
            missed = 0;
        }
        if (left > 0) {
            LOG.warn("the listener is too slow: it has missed the ends of {} operations", left);
        }
        return next;
    }
}
