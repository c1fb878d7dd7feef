package io.chameleon.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process has opened: closed last opened first, even if a part fails to close. Not safe from several threads.
 */
public final class Parts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /** Remembers {@code part}, to be closed before everything that was opened earlier. */
    public <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable part = opened.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("could not close {}", part.getClass().getSimpleName(), e);
            }
        }
    }
}
