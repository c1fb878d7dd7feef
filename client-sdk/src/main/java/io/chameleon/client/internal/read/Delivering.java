package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives what a reader reads to a subscriber as it asks for it. Signals one at a time: either nothing is due and nothing
 * runs, or exactly one thread or one answer under way will signal next.
 */
public final class Delivering<T> implements Flow.Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(Delivering.class);

    private final Flow.Subscriber<? super T> subscriber;
    private final ObjectReader reader;
    private final Function<Piece, T> given;
    private final Consumer<Runnable> thread;
    private @Nullable CompletableFuture<@Nullable Piece> first;
    private long bytesGiven;

    // Guarded by this.
    private long demand;
    private boolean running = true;
    private boolean over;
    private @Nullable RuntimeException misuse;

    /**
     * @param first what the reader gave first
     * @param given makes of a piece, which it takes, what the subscriber gets
     * @param thread where the subscriber is signalled
     */
    public Delivering(
            Flow.Subscriber<? super T> subscriber,
            ObjectReader reader,
            CompletableFuture<@Nullable Piece> first,
            Function<Piece, T> given,
            Consumer<Runnable> thread) {
        this.subscriber = Objects.requireNonNull(subscriber);
        this.reader = reader;
        this.first = first;
        this.given = given;
        this.thread = thread;
    }

    /** Once, or {@link #refuse}. */
    public void start() {
        if (signalled(() -> subscriber.onSubscribe(this))) {
            thread.accept(this::run);
        }
    }

    /** In place of all bytes. */
    public void refuse(RuntimeException why) {
        over = true;
        subscriber.onSubscribe(this);
        subscriber.onError(why);
    }

    @Override
    public void request(long count) {
        boolean idle;
        boolean wrong;
        synchronized (this) {
            if (over) {
                return;
            }
            if (count <= 0 && misuse == null) {
                misuse = new IllegalArgumentException("requested " + count + " buffers, expected 1 or more");
            }
            wrong = misuse != null;
            demand = count > Long.MAX_VALUE - demand ? Long.MAX_VALUE : demand + Math.max(count, 0);
            idle = !running;
            running = true;
        }
        if (wrong) {
            reader.close();
        }
        if (idle) {
            thread.accept(this::run);
        }
    }

    @Override
    public void cancel() {
        if (end()) {
            reader.close();
        }
    }

    private synchronized boolean end() {
        boolean first = !over;
        over = true;
        return first;
    }

    private void run() {
        while (isDue()) {
            CompletableFuture<@Nullable Piece> head = first;
            first = null;
            CompletableFuture<@Nullable Piece> next = head != null ? head : reader.next();
            if (!next.isDone()) {
                var unused = next.whenComplete((piece, failure) -> thread.accept(() -> {
                    signal(piece, failure);
                    run();
                }));
                return;
            }
            var unused = next.whenComplete(this::signal);
        }
    }

    /** The end needs no demand. */
    private boolean isDue() {
        RuntimeException wrong = misuse();
        if (wrong != null) {
            finish(() -> subscriber.onError(wrong));
            return false;
        }
        synchronized (this) {
            running = !over && (demand > 0 || bytesGiven == reader.length());
            return running;
        }
    }

    private void signal(@Nullable Piece piece, @Nullable Throwable failure) {
        RuntimeException wrong = misuse();
        if (wrong != null) {
            finish(() -> subscriber.onError(wrong));
        } else if (failure != null) {
            finish(() -> subscriber.onError(Errors.of(failure)));
        } else if (piece == null) {
            finish(subscriber::onComplete);
        } else {
            give(piece);
        }
    }

    private void give(Piece piece) {
        bytesGiven += piece.length();
        synchronized (this) {
            if (over) {
                piece.release();
                return;
            }
            demand -= demand == Long.MAX_VALUE ? 0 : 1;
        }
        T item;
        try {
            item = given.apply(piece);
        } catch (RuntimeException gone) {
            finish(() -> subscriber.onError(Errors.of(gone)));
            return;
        }
        signalled(() -> subscriber.onNext(item));
    }

    private synchronized @Nullable RuntimeException misuse() {
        return misuse;
    }

    private void finish(Runnable last) {
        if (end()) {
            reader.close();
            signalled(last);
        }
    }

    /** A subscriber that throws is cancelled, as the rules of {@link Flow} have it. */
    private boolean signalled(Runnable signal) {
        try {
            signal.run();
            return true;
        } catch (RuntimeException | Error thrown) {
            LOG.warn("object {}: the subscriber failed", reader.row().id(), thrown);
            cancel();
            return false;
        }
    }
}
