package io.chameleon.client.internal.engine;

import io.chameleon.client.internal.call.Owned;
import io.chameleon.client.internal.call.Threads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The threads of a client: those that it was given, else its own.
 *
 * @param timer for hedges and pauses
 * @param blocking for the caller's own files, streams and listeners
 * @param worker for coding and checksums; nothing waits there
 */
record Pools(ScheduledExecutorService timer, Executor blocking, Executor worker) {

    static Pools of(Settings settings, Owned owned) {
        ScheduledExecutorService timer = settings.scheduler();
        if (timer == null) {
            ScheduledExecutorService own = Threads.timer();
            timer = owned.add(own, own::shutdownNow);
        }
        ExecutorService blocking = Executors.newCachedThreadPool(Threads.daemons("chameleon-io"));
        owned.add(blocking, blocking::shutdown);
        Executor worker = settings.executor();
        if (worker == null) {
            ForkJoinPool own = Threads.workers();
            worker = owned.add(own, own::shutdown);
        }
        return new Pools(timer, blocking, worker);
    }
}
