package io.chameleon.client.internal.cluster;

import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster view, fetched when it is needed. A view older than 10 s is renewed in the background of the next use, one
 * older than a minute before it; a server that fails or is unknown also triggers a fetch. At most one fetch is under
 * way.
 */
public final class ClusterCache {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterCache.class);
    private static final Duration FRESH = Duration.ofSeconds(10);
    private static final Duration USABLE = Duration.ofMinutes(1);
    /** Many requests fail at once when a server fails: one fetch is enough for all of them. */
    private static final Duration BETWEEN_FAILURES = Duration.ofMillis(500);

    private record Snapshot(Cluster cluster, long fetchedNanos) {}

    private final MetadataClient metadata;
    private final Retry retry;
    private final Scope scope;
    private final LongSupplier ticker;
    private final Duration perTry;
    private final Duration patience;
    private @Nullable Snapshot newest;
    private @Nullable CompletableFuture<Cluster> fetching;

    /** @param scope of the client: a fetch serves many operations and ends with none of them */
    public ClusterCache(
            MetadataClient metadata,
            Retry retry,
            Scope scope,
            LongSupplier ticker,
            Duration perTry,
            Duration patience) {
        this.metadata = metadata;
        this.retry = retry;
        this.scope = scope;
        this.ticker = ticker;
        this.perTry = perTry;
        this.patience = patience;
    }

    /** A view no older than a minute, unless the metadata service did not answer recently and an older one is known. */
    public CompletableFuture<Cluster> current(Scope caller) {
        Snapshot known = newest();
        if (known == null || isOlder(known, USABLE)) {
            return refresh(caller);
        }
        if (isOlder(known, FRESH)) {
            fetchInBackground();
        }
        return CompletableFuture.completedFuture(known.cluster);
    }

    /** A view fetched after this call, or by a fetch that was already under way. */
    public CompletableFuture<Cluster> refresh(Scope caller) {
        // A copy: an operation that gives up must not end the fetch for all.
        return caller.call(() -> fetch().copy());
    }

    /** A server failed or is unknown: a newer view may say why. */
    public void refreshSoon() {
        Snapshot known = newest();
        if (known == null || isOlder(known, BETWEEN_FAILURES)) {
            fetchInBackground();
        }
    }

    private void fetchInBackground() {
        var unused = fetch();
    }

    private CompletableFuture<Cluster> fetch() {
        CompletableFuture<Cluster> mine = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Cluster> other = fetching;
            if (other != null) {
                return other;
            }
            fetching = mine;
        }
        var unused = retry.untilDeadline(scope, Deadline.after(ticker, patience), perTry, metadata::clusterView)
                .whenComplete((view, failure) -> settle(mine, view, failure));
        return mine;
    }

    private void settle(CompletableFuture<Cluster> fetch, @Nullable ClusterView view, @Nullable Throwable failure) {
        Snapshot known;
        synchronized (this) {
            fetching = null;
            known = newest;
            if (view != null) {
                Cluster cluster = known == null ? Cluster.of(view) : known.cluster.next(view);
                known = new Snapshot(cluster, ticker.getAsLong());
                newest = known;
            } else if (known != null) {
                // No other operation waits for a service that has just failed to answer.
                newest = new Snapshot(known.cluster, ticker.getAsLong());
            }
        }
        if (failure == null && known != null) {
            fetch.complete(known.cluster);
        } else if (known != null) {
            LOG.warn("the metadata service does not tell the cluster view; using the last one known", failure);
            fetch.complete(known.cluster);
        } else {
            fetch.completeExceptionally(failure == null ? new IllegalStateException("no view") : failure);
        }
    }

    private synchronized @Nullable Snapshot newest() {
        return newest;
    }

    private boolean isOlder(Snapshot snapshot, Duration age) {
        return ticker.getAsLong() - snapshot.fetchedNanos > age.toNanos();
    }
}
