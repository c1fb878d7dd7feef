package io.chameleon.client.internal.call;

import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.listen.OperationEnd;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a listener of operations, and keeps its failures and its slowness from them. Safe from any thread. */
public final class Ends {
    private static final Logger LOG = LoggerFactory.getLogger(Ends.class);

    private final @Nullable ClientListener listener;
    private final EndQueue queue;

    /**
     * @param listener null if nobody follows
     * @param thread calls the listener, which may block
     */
    public Ends(@Nullable ClientListener listener, Executor thread) {
        this.listener = listener;
        this.queue = new EndQueue(thread);
    }

    /** Who is to be told of the end; null if nobody. */
    @Nullable
    Consumer<OperationEnd> began(Operation operation, String bucket) {
        if (listener == null) {
            return null;
        }
        try {
            return listener.began(operation, bucket);
        } catch (RuntimeException | Error thrown) {
            LOG.warn("the listener failed at the beginning of {}", operation, thrown);
            return null;
        }
    }

    void ended(Consumer<OperationEnd> told, OperationEnd end) {
        queue.add(told, end);
    }
}
