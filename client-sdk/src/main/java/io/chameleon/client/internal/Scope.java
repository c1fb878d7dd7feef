package io.chameleon.client.internal;

import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Everything one operation has under way. Closing it cancels all of that and starts nothing more, so that no request outlives
 * the call it was made for: the caller gave up, or a faster server answered.
 */
public final class Scope implements AutoCloseable {
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();
    private final Set<Scope> children = ConcurrentHashMap.newKeySet();
    private final Runnable onClose;
    private volatile boolean closed;

    /** A scope of its own. */
    public static Scope root() {
        return new Scope(() -> {});
    }

    private Scope(Runnable onClose) {
        this.onClose = onClose;
    }

    /** A part of this scope that can be closed alone. */
    public Scope child() {
        Scope[] self = new Scope[1];
        Scope child = new Scope(() -> children.remove(self[0]));
        self[0] = child;
        children.add(child);
        if (closed) {
            child.close();
        }
        return child;
    }

    /** Starts something, unless the scope is closed, and cancels it when the scope is. */
    public <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> start) {
        if (closed) {
            return CompletableFuture.failedFuture(new CancellationException());
        }
        CompletableFuture<T> future = started(start);
        running.add(future);
        var unused = future.whenComplete((value, failure) -> running.remove(future));
        if (closed) {
            future.cancel(true);
        }
        return future;
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> start) {
        try {
            return start.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        children.forEach(Scope::close);
        running.forEach(future -> future.cancel(true));
        onClose.run();
    }
}
