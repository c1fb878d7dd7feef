package io.chameleon.client.internal.call;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a client that its user has given none. */
public final class Threads {
    private Threads() {}

    /**
     * As many threads as processors, but at least two. A thread on which a continuation waits for another answer is
     * replaced meanwhile.
     */
    public static ForkJoinPool workers() {
        AtomicInteger number = new AtomicInteger();
        return new ForkJoinPool(
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                pool -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    thread.setName("chameleon-worker-" + number.incrementAndGet());
                    return thread;
                },
                null,
                true);
    }

    /** One thread. Most hedges are cancelled: they do not pile up until they are due. */
    public static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("chameleon-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    public static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
