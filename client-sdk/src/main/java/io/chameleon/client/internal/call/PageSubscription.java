package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a subscriber the items of pages as it asks for them. Either nothing is due and nothing runs, or exactly one
 * thread or one page under way signals next.
 */
final class PageSubscription<T> implements Flow.Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(PageSubscription.class);

    private final Flow.Subscriber<? super T> subscriber;
    private final Consumer<Runnable> thread;
    private Iterator<T> items = Collections.emptyIterator();
    private @Nullable Supplier<CompletableFuture<PagePublisher.Page<T>>> next;

    // Guarded by this.
    private long demand;
    private boolean running = true;
    private boolean over;
    private @Nullable RuntimeException misuse;
    private @Nullable CompletableFuture<PagePublisher.Page<T>> fetching;

    PageSubscription(
            Flow.Subscriber<? super T> subscriber,
            Supplier<CompletableFuture<PagePublisher.Page<T>>> first,
            Consumer<Runnable> thread) {
        this.subscriber = subscriber;
        this.next = first;
        this.thread = thread;
    }

    @Override
    public void request(long count) {
        CompletableFuture<PagePublisher.Page<T>> inVain = null;
        boolean idle;
        synchronized (this) {
            if (over) {
                return;
            }
            if (count <= 0) {
                misuse = new IllegalArgumentException("requested " + count + " items, expected 1 or more");
                inVain = fetching;
            }
            demand = count > Long.MAX_VALUE - demand ? Long.MAX_VALUE : demand + Math.max(count, 0);
            idle = !running;
            running = true;
        }
        if (inVain != null) {
            inVain.cancel(false);
        }
        if (idle) {
            thread.accept(this::run);
        }
    }

    @Override
    public void cancel() {
        CompletableFuture<PagePublisher.Page<T>> inVain;
        synchronized (this) {
            over = true;
            inVain = fetching;
        }
        if (inVain != null) {
            inVain.cancel(false);
        }
    }

    void run() {
        while (isDue()) {
            if (items.hasNext()) {
                T item = items.next();
                signalled(() -> subscriber.onNext(item));
            } else if (!fetched()) {
                return;
            }
        }
    }

    /** Whether an item, whose demand this takes, or a page is due. The end needs no demand. */
    private boolean isDue() {
        boolean ended = !items.hasNext() && next == null;
        RuntimeException wrong;
        synchronized (this) {
            wrong = misuse;
            running = !over && wrong == null && !ended && demand > 0;
            if (running) {
                demand -= items.hasNext() && demand < Long.MAX_VALUE ? 1 : 0;
                return true;
            }
        }
        if (wrong != null) {
            finish(() -> subscriber.onError(wrong));
        } else if (ended) {
            finish(subscriber::onComplete);
        }
        return false;
    }

    /** Whether the page is there already; else {@link #run} goes on once it is. */
    private boolean fetched() {
        CompletableFuture<PagePublisher.Page<T>> page = Scope.started(Objects.requireNonNull(next));
        boolean inVain;
        synchronized (this) {
            fetching = page;
            inVain = over || misuse != null;
        }
        if (inVain) {
            page.cancel(false);
        }
        if (page.isDone()) {
            var unused = page.whenComplete(this::take);
            return true;
        }
        var unused = page.whenComplete((given, failure) -> thread.accept(() -> {
            take(given, failure);
            run();
        }));
        return false;
    }

    private void take(PagePublisher.@Nullable Page<T> page, @Nullable Throwable failure) {
        RuntimeException wrong;
        synchronized (this) {
            fetching = null;
            wrong = misuse;
        }
        if (page != null) {
            items = page.items().iterator();
            next = page.next();
        } else if (failure != null) {
            finish(() -> subscriber.onError(wrong != null ? wrong : Errors.of(failure)));
        }
    }

    private void finish(Runnable last) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        signalled(last);
    }

    /** A subscriber that throws is cancelled, as the rules of {@link Flow} have it. */
    boolean signalled(Runnable signal) {
        try {
            signal.run();
            return true;
        } catch (RuntimeException | Error thrown) {
            LOG.warn("a subscriber of a listing failed", thrown);
            cancel();
            return false;
        }
    }
}
