package io.chameleon.cli.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lets workers work in parallel, each in a thread of its own. */
final class SoakCrew implements AutoCloseable {
    private final List<SoakWorker> workers;
    private final Runnable everySecond;
    private final ExecutorService threads;

    /** @param everySecond called about once a second while they work */
    SoakCrew(List<SoakWorker> workers, Runnable everySecond) {
        this.workers = workers;
        this.everySecond = everySecond;
        this.threads = Executors.newFixedThreadPool(workers.size());
    }

    /** Returns when all are done. */
    void work(Consumer<SoakWorker> work) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(workers.size());
        List<Future<?>> all = new ArrayList<>();
        for (SoakWorker worker : workers) {
            all.add(threads.submit(() -> {
                try {
                    work.accept(worker);
                } finally {
                    done.countDown();
                }
            }));
        }
        while (!done.await(1, TimeUnit.SECONDS)) {
            everySecond.run();
        }
        for (Future<?> each : all) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a thread of the soak failed: " + e.getCause(), e);
            }
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
