package io.chameleon.client.internal.read;

import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.client.FragmentRead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gets any k of n fragments. Asks the k best servers, and one more for each that fails. Each time the hedge delay
 * passes, it asks as many more as are still outstanding. Once k have arrived, the other requests are cancelled.
 * Replication is the case k = 1.
 */
final class Gather {
    /** A fragment and the server that should hold it. */
    record Candidate(int index, ServerInfo server) {}

    /** The outcome: enough if {@code fragments} has k entries. The receiver releases the fragments. */
    record Outcome(Map<Integer, FragmentRead> fragments, Map<Integer, Throwable> failures) {}

    /** Asks one server; the caller releases the bytes. */
    @FunctionalInterface
    interface Fetch {
        CompletableFuture<FragmentRead> from(Candidate candidate, Scope scope);
    }

    private final Deque<Candidate> waiting;
    private final int needed;
    private final Fetch fetch;
    private final Retry timer;
    private final Duration hedgeDelay;
    private final Scope scope;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Map<Integer, FragmentRead> fragments = new HashMap<>();
    private final Map<Integer, Throwable> failures = new HashMap<>();
    private int running;
    private boolean done;

    /** @param candidates best first */
    Gather(Collection<Candidate> candidates, int needed, Fetch fetch, Retry timer, Duration hedgeDelay, Scope parent) {
        this.waiting = new ArrayDeque<>(candidates);
        this.needed = needed;
        this.fetch = fetch;
        this.timer = timer;
        this.hedgeDelay = hedgeDelay;
        this.scope = parent.child();
    }

    /** Completes with whatever could be fetched; never fails. */
    CompletableFuture<Outcome> run() {
        ask(needed);
        hedgeLater();
        return outcome;
    }

    private void ask(int more) {
        take(more).forEach(candidate -> {
            var unused = Scope.started(() -> fetch.from(candidate, scope))
                    .whenComplete((bytes, failure) -> answered(candidate, bytes, failure));
        });
        finishIfDecided();
    }

    private synchronized List<Candidate> take(int more) {
        List<Candidate> next = new ArrayList<>();
        while (!done && next.size() < more && !waiting.isEmpty()) {
            next.add(waiting.remove());
        }
        running += next.size();
        return next;
    }

    private void answered(Candidate candidate, @Nullable FragmentRead bytes, @Nullable Throwable failure) {
        synchronized (this) {
            running--;
            if (bytes != null && done) {
                bytes.release();
            } else if (bytes != null) {
                fragments.put(candidate.index, bytes);
            } else if (failure != null && !done) {
                failures.put(candidate.index, failure);
            }
        }
        ask(bytes == null ? 1 : 0);
    }

    private void hedgeLater() {
        timer.after(scope, hedgeDelay, () -> {
            ask(stillWaitedFor());
            if (hasWaiting()) {
                hedgeLater();
            }
        });
    }

    private synchronized int stillWaitedFor() {
        return needed - fragments.size();
    }

    private synchronized boolean hasWaiting() {
        return !done && !waiting.isEmpty();
    }

    private void finishIfDecided() {
        Outcome result;
        synchronized (this) {
            boolean undecided = fragments.size() < needed && (running > 0 || !waiting.isEmpty());
            if (done || undecided) {
                return;
            }
            done = true;
            result = new Outcome(Map.copyOf(fragments), Map.copyOf(failures));
        }
        scope.close();
        outcome.complete(result);
    }
}
