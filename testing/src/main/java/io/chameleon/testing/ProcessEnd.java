package io.chameleon.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a cluster with its process: one that is stopped closes no test class, and PostgreSQL is a process of its own. It
 * waits from before the start on, which takes seconds and has PostgreSQL running before the end.
 */
final class ProcessEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessEnd.class);
    /** After that the process ends all the same; the next cluster clears away what stays. */
    private static final long START_LIMIT_SECONDS = 20;

    private final Thread starter = Thread.currentThread();
    private final CompletableFuture<Runnable> started = new CompletableFuture<>();
    private final Thread hook = new Thread(this::end, "chameleon-cluster-end");

    private ProcessEnd() {}

    /**
     * For the cluster that this thread starts next.
     *
     * @throws IllegalStateException if the process ends already
     */
    static ProcessEnd duringStart() {
        ProcessEnd end = new ProcessEnd();
        Runtime.getRuntime().addShutdownHook(end.hook);
        return end;
    }

    void ends(Runnable cluster) {
        started.complete(cluster);
    }

    /** Nothing runs any more, or its test class closes it. */
    void forgotten() {
        started.complete(() -> {});
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the process ends, too");
        }
    }

    private void end() {
        if (!started.isDone()) {
            starter.interrupt();
        }
        started.completeOnTimeout(() -> {}, START_LIMIT_SECONDS, TimeUnit.SECONDS)
                .join()
                .run();
    }
}
