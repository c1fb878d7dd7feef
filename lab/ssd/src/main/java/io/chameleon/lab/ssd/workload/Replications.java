package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/** Runs the same experiment with different seeds, several at a time. */
public final class Replications {
    /** Each keeps its result. */
    private static final int MAX_RUNS = 10_000;

    private Replications() {}

    /**
     * Runs seeds {@code seed}, {@code seed + 1}, ...; the results are in that order, whatever the number of threads.
     */
    public static <T> List<T> run(int runs, int threads, long seed, LongFunction<T> experiment) {
        Check.that(runs >= 1 && runs <= MAX_RUNS, "runs", runs, "1 to " + MAX_RUNS);
        Check.that(threads >= 1, "threads", threads, "1 or more");
        try (ExecutorService executor = Executors.newFixedThreadPool(Math.min(runs, threads))) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                long own = seed + i;
                futures.add(executor.submit(() -> experiment.apply(own)));
            }
            List<T> results = new ArrayList<>();
            try {
                for (Future<T> future : futures) {
                    results.add(future.get());
                }
            } catch (ExecutionException e) {
                executor.shutdownNow();
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                executor.shutdownNow();
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            return results;
        }
    }
}
