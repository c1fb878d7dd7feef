package io.chameleon.client.internal.call;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items of pages, one after the other. Each subscriber begins with the first page. A page is fetched only when an
 * item of it is asked for, so one page is in memory, and nobody waits for it on a thread.
 */
public final class PagePublisher<T> implements Flow.Publisher<T> {
    /** @param next fetches the page that follows; null after the last */
    public record Page<T>(List<T> items, @Nullable Supplier<CompletableFuture<Page<T>>> next) {}

    private final Supplier<CompletableFuture<Page<T>>> first;
    private final Consumer<Runnable> thread;

    /** @param thread where subscribers are signalled */
    public PagePublisher(Supplier<CompletableFuture<Page<T>>> first, Consumer<Runnable> thread) {
        this.first = first;
        this.thread = thread;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        PageSubscription<T> pages = new PageSubscription<>(Objects.requireNonNull(subscriber), first, thread);
        if (pages.signalled(() -> subscriber.onSubscribe(pages))) {
            thread.accept(pages::run);
        }
    }
}
