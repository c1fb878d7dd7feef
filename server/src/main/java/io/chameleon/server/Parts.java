package io.chameleon.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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

    /** Runs a turn now and then on a thread of its own; closing waits for the one under way. */
    void turns(String name, Duration pause, Runnable turn) {
        ScheduledExecutorService turns = opened(Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory()));
        var _ = turns.scheduleWithFixedDelay(
                () -> {
                    try {
                        turn.run();
                    } catch (RuntimeException e) {
                        LOG.warn("{} failed and will be tried again: {}", name, e.toString());
                    }
                },
                pause.toMillis(),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
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
