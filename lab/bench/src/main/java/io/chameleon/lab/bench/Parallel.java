package io.chameleon.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Work of several threads, for which the caller waits. */
final class Parallel {
    private Parallel() {}

    /** Runs {@code worker} with 0 to {@code workers} - 1. The first failure is thrown once all have ended. */
    static void run(int workers, IntConsumer worker) {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("bench-", 0).factory())) {
            for (int i = 0; i < workers; i++) {
                int number = i;
                running.add(threads.submit(() -> worker.accept(number)));
            }
        }
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
            }
        }
    }

    /** Runs {@code task} with 0 to {@code count} - 1, on the given number of workers; a failure ends it. */
    static void forEach(int count, int workers, IntConsumer task) {
        AtomicInteger next = new AtomicInteger();
        run(Math.min(workers, count), worker -> {
            try {
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    task.accept(i);
                }
            } catch (RuntimeException e) {
                next.set(count);
                throw e;
            }
        });
    }
}
