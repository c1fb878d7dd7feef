package io.chameleon.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Shares device syncs among the puts that wait for one: while one sync runs, new puts gather for the next. Safe from
 * any thread. At most one sync runs at a time, on the executor.
 */
final class GroupCommit {
    private final Runnable sync;
    private final Executor executor;
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean running;

    GroupCommit(Runnable sync, Executor executor) {
        this.sync = sync;
        this.executor = executor;
    }

    /** Completes once a sync has succeeded that began after this call; fails as that sync did. */
    CompletableFuture<Void> durable() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(done);
            if (running) {
                return done;
            }
            running = true;
        }
        executor.execute(this::run);
        return done;
    }

    /** Waits as {@link #durable} says; throws what the sync did. */
    void await() {
        try {
            durable().join();
        } catch (RuntimeException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private void run() {
        for (List<CompletableFuture<Void>> group = next(); !group.isEmpty(); group = next()) {
            try {
                sync.run();
                group.forEach(done -> done.complete(null));
            } catch (RuntimeException | Error e) {
                group.forEach(done -> done.completeExceptionally(e));
            }
        }
    }

    /** The puts whose pages are all written by now; an empty group ends the run. */
    private synchronized List<CompletableFuture<Void>> next() {
        List<CompletableFuture<Void>> group = waiting;
        waiting = new ArrayList<>();
        running = !group.isEmpty();
        return group;
    }
}
