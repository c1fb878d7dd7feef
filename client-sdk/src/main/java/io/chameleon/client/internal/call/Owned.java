package io.chameleon.client.internal.call;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client has made, and closes at its end. */
public final class Owned implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Owned.class);

    private final List<AutoCloseable> resources = new ArrayList<>();

    /** Before the client is built. */
    public <T> T add(T made, AutoCloseable closing) {
        resources.add(closing);
        return made;
    }

    /** Closes all, whatever one of them throws. */
    @Override
    public void close() {
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("closing the client", e);
            }
        }
    }
}
