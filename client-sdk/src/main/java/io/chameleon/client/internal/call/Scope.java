package io.chameleon.client.internal.call;

import io.chameleon.client.options.Timeouts;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    private final Limits limits;
    private final Meter meter;
    private final AtomicReference<@Nullable CancellationException> closedBy = new AtomicReference<>();

    /** A scope of its own, with the default limits. */
    public static Scope root() {
        return root(new Limits(Timeouts.DEFAULT, Integer.MAX_VALUE));
    }

    /** A scope of its own. */
    public static Scope root(Limits limits) {
        return new Scope(limits, Meter.silent(), () -> {});
    }

    private Scope(Limits limits, Meter meter, Runnable onClose) {
        this.limits = limits;
        this.meter = meter;
        this.onClose = onClose;
    }

    /** A part of this scope that can be closed alone. */
    public Scope child() {
        return child(limits, meter);
    }

    /** A part of this scope that counts for itself. */
    public Scope child(Limits own, Meter counting) {
        return child(own, counting, () -> {});
    }

    /** A part of this scope that is an operation of its own; tells of each call of its {@link #close}. */
    Scope child(Limits own, Meter counting, Runnable closed) {
        Long number = numbers.incrementAndGet();
        Scope child = new Scope(own, counting, () -> {
            children.remove(number);
            closed.run();
        });
        children.put(number, child);
        CancellationException why = closedBy.get();
        if (why != null) {
            child.close(why);
        }
        return child;
    }

    /** What holds for each step of the operation. */
    public Limits limits() {
        return limits;
    }

    /** What the operation has moved. */
    public Meter meter() {
        return meter;
    }

    /** Starts a call, unless the scope is closed, and cancels it when the scope is closed. */
    public <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> start) {
        CancellationException before = closedBy.get();
        if (before != null) {
            return CompletableFuture.failedFuture(before);
        }
        CompletableFuture<T> future = started(start);
        Long number = numbers.incrementAndGet();
        running.put(number, future);
        var unused = future.handle((value, failure) -> running.remove(number) != null);
        CancellationException meanwhile = closedBy.get();
        if (meanwhile != null) {
            future.completeExceptionally(meanwhile);
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
        return closedBy.get() != null;
    }

    /** Throws what everything in it fails with, if the scope is closed. */
    public void requireOpen() {
        CancellationException why = closedBy.get();
        if (why != null) {
            throw why;
        }
    }

    @Override
    public void close() {
        close(new ScopeClosed());
    }

    /** As {@link #close}. The first who closes a scope says what everything in it fails with. */
    public void close(CancellationException why) {
        CancellationException before = closedBy.compareAndExchange(null, why);
        CancellationException reason = before == null ? why : before;
        children.values().forEach(child -> child.close(reason));
        running.values().forEach(future -> future.completeExceptionally(reason));
        onClose.run();
    }

    /** Every read cancels at least its hedge timer, and a stack trace costs more than the timer. */
    private static final class ScopeClosed extends CancellationException {
        private static final long serialVersionUID = 1;

        ScopeClosed() {
            super("it was cancelled, or the client was closed");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
