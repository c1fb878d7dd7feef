package io.chameleon.client.internal.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client has made, and closes at its end. */
public final class Owned implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Owned.class);

    private final List<AutoCloseable> resources = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Before the client is built. */
    public <T> T add(T made, AutoCloseable closing) {
        resources.add(closing);
        return made;
    }

    /**
     * A client that nobody has any more is closed: its threads and connections would stay until the process ends.
     *
     * @param root the scope of all its operations, which everything that may still be used refers to; nothing that is
     *     added here does
     */
    public void closeWhenForgotten(Scope root) {
        Forgotten.then(root, () -> {
            if (!closed.get()) {
                LOG.warn(
                        "a client was not closed; the garbage collector found it. One client serves a whole application"
                                + ": make it once, and close it at the end");
                close();
            }
        });
    }

    /** Closes all, whatever one of them throws. */
    @Override
    public void close() {
        closed.set(true);
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("closing the client", e);
            }
        }
    }
}
