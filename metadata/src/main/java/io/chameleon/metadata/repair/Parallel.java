package io.chameleon.metadata.repair;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** Runs work that waits for the database in parallel. */
final class Parallel {
    private Parallel() {}

    /**
     * Returns when all of it has ended, even if some fails.
     *
     * @return the results, in the order of {@code items}
     * @throws RuntimeException the first failure in that order, as it was thrown
     */
    static <T, R> List<R> map(List<T> items, Function<T, R> work) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<R>> results = items.stream()
                    .map(item -> CompletableFuture.supplyAsync(() -> work.apply(item), threads))
                    .toList();
            return results.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
