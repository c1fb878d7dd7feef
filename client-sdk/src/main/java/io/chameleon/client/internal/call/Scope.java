package io.chameleon.client.internal.call;

import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Everything one operation has in flight. Closing it cancels all of that and starts nothing more, so that no request
 * outlives its call: the caller gave up, or a faster server answered.
 */
public final class Scope implements AutoCloseable {
    /** By the order they began, so that a simulation cancels them in the same order each time. */
    private final Map<Long, CompletableFuture<?>> running = new ConcurrentHashMap<>();

    private final Map<Long, Scope> children = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
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
        Long number = numbers.incrementAndGet();
        Scope child = new Scope(() -> children.remove(number));
        children.put(number, child);
        if (closed) {
            child.close();
        }
        return child;
    }

    /** Starts a call, unless the scope is closed, and cancels it when the scope is closed. */
    public <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> start) {
        if (closed) {
            return CompletableFuture.failedFuture(new CancellationException());
        }
        CompletableFuture<T> future = started(start);
        Long number = numbers.incrementAndGet();
        running.put(number, future);
        var unused = future.handle((value, failure) -> running.remove(number) != null);
        if (closed) {
            cancel(future);
        }
        return future;
    }

    /** The future that was started, or how starting it failed: callers wait for either. */
    public static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> start) {
        try {
            return start.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        children.values().forEach(Scope::close);
        running.values().forEach(Scope::cancel);
        onClose.run();
    }

    private static void cancel(CompletableFuture<?> future) {
        future.completeExceptionally(new ScopeClosed());
    }

    /** Every read cancels at least its hedge timer, and a stack trace costs more than the timer. */
    private static final class ScopeClosed extends CancellationException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
