package io.chameleon.client.internal.call;

import io.chameleon.client.error.ClientBusyException;
import io.chameleon.core.Require;
import io.chameleon.core.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a client has in flight. Requests that find it full wait in the order of arrival, so that none starves. A
 * waiting request has no deadline, since all before it have one. Safe from any thread.
 */
public final class Window {
    private record Turn(long units, CompletableFuture<Void> granted) {}

    private final long capacity;
    private final int mostWaiting;
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private long used;
    private boolean granting;

    /** @param capacity in units of the caller's choice: bytes, or requests */
    public Window(long capacity) {
        this(capacity, Integer.MAX_VALUE);
    }

    /** @param mostWaiting further requests fail at once, with a {@link ClientBusyException} */
    public Window(long capacity, int mostWaiting) {
        Require.that(capacity >= 1, "capacity of a window", capacity, "at least 1");
        Require.that(mostWaiting >= 0, "places in a queue", mostWaiting, "0 or more");
        this.capacity = capacity;
        this.mostWaiting = mostWaiting;
    }

    /** Runs a task as soon as there is room for it, and gives the room back when the task completes. */
    public <T> CompletableFuture<T> run(Scope scope, long units, Supplier<CompletableFuture<T>> work) {
        CompletableFuture<Void> turn = scope.call(() -> enter(units));
        return turn.thenCompose(granted -> Scope.started(work).whenComplete((result, failure) -> leave(units)));
    }

    /**
     * As {@link #run(Scope, long, Supplier)}, of one unit. Work that had to wait begins on the starter, and not where
     * other work ended: a queue of short ones must not deepen the stack.
     */
    <T> CompletableFuture<T> run(Scope scope, Supplier<CompletableFuture<T>> work, Executor starter) {
        CompletableFuture<Void> turn = scope.call(() -> enter(1));
        CompletableFuture<T> done = turn.isDone()
                ? turn.thenCompose(granted -> Scope.started(work))
                : turn.thenComposeAsync(granted -> Scope.started(work), starter);
        return done.whenComplete((value, failure) -> {
            if (turn.isDone() && !turn.isCompletedExceptionally()) {
                leave(1);
            }
        });
    }

    /**
     * Completes when there is room, which {@link #leave} gives back; completing it earlier gives up the place in the
     * queue. A request for more than the capacity takes all of it.
     */
    CompletableFuture<Void> enter(long units) {
        Turn turn = new Turn(Math.min(units, capacity), new CompletableFuture<>());
        synchronized (this) {
            if (waiting.isEmpty() && used + turn.units <= capacity) {
                used += turn.units;
                return CompletableFuture.completedFuture(null);
            }
            if (waiting.size() >= mostWaiting) {
                return CompletableFuture.failedFuture(busy());
            }
            waiting.add(turn);
        }
        var unused = turn.granted.whenComplete((granted, gaveUp) -> {
            if (gaveUp != null) {
                remove(turn);
            }
        });
        return turn.granted;
    }

    private ClientBusyException busy() {
        return new ClientBusyException(
                ErrorCode.OVERLOADED,
                "this client carries out " + used + " operations, and " + waiting.size() + " wait: no more are taken");
    }

    void leave(long units) {
        synchronized (this) {
            used -= Math.min(units, capacity);
        }
        grant();
    }

    private void remove(Turn turn) {
        synchronized (this) {
            waiting.remove(turn);
        }
        grant();
    }

    /** One thread at a time, in a loop: work that ends as soon as it begins must not deepen the stack. */
    private void grant() {
        synchronized (this) {
            if (granting) {
                return;
            }
            granting = true;
        }
        for (Turn next = next(); next != null; next = next()) {
            if (!next.granted.complete(null)) {
                synchronized (this) {
                    used -= next.units;
                }
            }
        }
    }

    /** Takes the first waiting request, if it fits, and its room. */
    private synchronized @Nullable Turn next() {
        Turn next = waiting.peek();
        if (next == null || used + next.units > capacity) {
            granting = false;
            return null;
        }
        used += next.units;
        return waiting.remove();
    }
}
