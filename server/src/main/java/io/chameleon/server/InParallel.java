package io.chameleon.server;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Starts or stops several servers at a time. */
public final class InParallel {
    /** Mounting a device is a scan of it. */
    private static final int AT_ONCE = 8;

    private InParallel() {}

    /** Returns when all are done. Throws the first exception in the order of the items, after that. */
    public static <T> void forEach(List<T> items, Consumer<T> action) {
        try (ExecutorService threads = Executors.newFixedThreadPool(
                Math.clamp(items.size(), 1, AT_ONCE),
                Thread.ofPlatform().name("servers-", 0).factory())) {
            List<CompletableFuture<Void>> all = items.stream()
                    .map(item -> CompletableFuture.runAsync(() -> action.accept(item), threads))
                    .toList();
            all.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
