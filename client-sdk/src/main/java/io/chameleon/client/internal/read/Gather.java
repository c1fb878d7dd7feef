package io.chameleon.client.internal.read;

import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.client.FragmentRead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gets fragments that reach a {@link Goal}, such as any k of n. Asks the best servers that would, and for each that
 * fails those that would again. Each time the hedge delay passes, it asks as many more as would without those that are
 * outstanding. Once enough have arrived, the other requests are cancelled. Replication is the case k = 1.
 */
final class Gather {
    /** A fragment and the server that should hold it. */
    record Candidate(int index, ServerInfo server) {}

    /** The receiver releases the fragments. */
    record Outcome(boolean enough, Map<Integer, FragmentRead> fragments, Map<Integer, Throwable> failures) {}

    /** Asks one server; the caller releases the bytes. */
    @FunctionalInterface
    interface Fetch {
        CompletableFuture<FragmentRead> from(Candidate candidate, Scope scope);
    }

    private final List<Candidate> waiting;
    private final Goal goal;
    /** Padding, and what has arrived. */
    private final BitSet there;
    /** Of those that are asked. */
    private final BitSet asked = new BitSet();

    private final Fetch fetch;
    private final Retry timer;
    private final Duration hedgeDelay;
    private final Scope scope;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Map<Integer, FragmentRead> fragments = new HashMap<>();
    private final Map<Integer, Throwable> failures = new HashMap<>();
    private boolean done;

    /** @param candidates best first */
    Gather(Collection<Candidate> candidates, Goal goal, Fetch fetch, Retry timer, Duration hedgeDelay, Scope parent) {
        this.waiting = new ArrayList<>(candidates);
        this.goal = goal;
        this.there = goal.padding();
        this.fetch = fetch;
        this.timer = timer;
        this.hedgeDelay = hedgeDelay;
        this.scope = parent.child();
    }

    /** Completes with whatever could be fetched; never fails. */
    CompletableFuture<Outcome> run() {
        ask(false);
        hedgeLater();
        return outcome;
    }

    /** @param hedge without counting on those that are outstanding */
    private void ask(boolean hedge) {
        take(hedge).forEach(candidate -> {
            var unused = Scope.started(() -> fetch.from(candidate, scope))
                    .whenComplete((bytes, failure) -> answered(candidate, bytes, failure));
        });
        finishIfDecided();
    }

    private synchronized List<Candidate> take(boolean hedge) {
        List<Candidate> next = new ArrayList<>();
        BitSet expected = (BitSet) there.clone();
        if (!hedge) {
            expected.or(asked);
        }
        Iterator<Candidate> candidates = waiting.iterator();
        while (!done && candidates.hasNext() && !goal.isReached(expected)) {
            Candidate candidate = candidates.next();
            if (goal.isServedBy(candidate.index, expected)) {
                expected.set(candidate.index);
                asked.set(candidate.index);
                next.add(candidate);
                candidates.remove();
            }
        }
        return next;
    }

    private void answered(Candidate candidate, @Nullable FragmentRead bytes, @Nullable Throwable failure) {
        synchronized (this) {
            asked.clear(candidate.index);
            if (bytes != null && done) {
                bytes.release();
            } else if (bytes != null) {
                fragments.put(candidate.index, bytes);
                there.set(candidate.index);
            } else if (failure != null && !done) {
                failures.put(candidate.index, failure);
            }
        }
        ask(false);
    }

    private void hedgeLater() {
        timer.after(scope, hedgeDelay, () -> {
            ask(true);
            if (hasWaiting()) {
                hedgeLater();
            }
        });
    }

    private synchronized boolean hasWaiting() {
        return !done && !waiting.isEmpty();
    }

    private void finishIfDecided() {
        Outcome result;
        synchronized (this) {
            boolean enough = goal.isReached(there);
            if (done || !enough && !asked.isEmpty()) {
                return;
            }
            done = true;
            result = new Outcome(enough, Map.copyOf(fragments), Map.copyOf(failures));
        }
        scope.close();
        outcome.complete(result);
    }
}
