package io.chameleon.client.internal;

import io.chameleon.client.internal.call.Budget;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.HedgeDelay;
import io.chameleon.client.internal.call.Retry;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Window;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.client.internal.cluster.ClusterCache;
import io.chameleon.client.internal.cluster.MappingCache;
import io.chameleon.client.internal.cluster.RecentlyUsed;
import io.chameleon.client.internal.cluster.ServerHealth;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What reads and writes of one client share.
 *
 * @param workers for coding and checksums; nothing on them waits
 * @param sends bytes of fragments in flight to servers, of all writes
 * @param reads segments in flight from servers, of all reads
 * @param fetched bytes that reads hold for their readers
 * @param sliced whether a bucket is, of those that copies asked about
 * @param random safe from any thread
 * @param ticker as {@link System#nanoTime()}
 */
public record ClientContext(
        MetadataClient metadata,
        FlashClient flash,
        ClusterCache clusters,
        ServerHealth health,
        MappingCache mappings,
        RecentlyUsed<String, Boolean> sliced,
        HedgeDelay hedgeDelay,
        WriteIds writeIds,
        Retry retry,
        Workers workers,
        Window sends,
        Window reads,
        Budget fetched,
        RandomGenerator random,
        LongSupplier ticker,
        Timeouts timeouts) {

    /** The time limit of a step that begins now. */
    public Deadline deadline(Scope scope) {
        return Deadline.after(ticker, scope.limits().operation());
    }

    /** Whether a failure says something of the server: a caller who waits for less than others do may be impatient. */
    public boolean isServersFault(ErrorCode code, Scope scope) {
        return code != ErrorCode.DEADLINE_EXCEEDED || scope.limits().request().compareTo(timeouts.request()) >= 0;
    }

    /** Asks the metadata service where an object is, and remembers the answer. */
    public CompletableFuture<Lookup> lookup(ObjectId id, Scope scope, Deadline deadline) {
        return retry.untilDeadline(scope, deadline, scope.limits().request(), timeout -> metadata.lookup(id, timeout))
                .thenApply(found -> {
                    mappings.remember(id, found.mapping());
                    return found;
                });
    }

    /**
     * Whether an object can share the bytes of another: both are of one bucket and, if that is sliced, of one slice.
     * Costs at most one request for each bucket, since a bucket stays sliced or not for ever.
     */
    public CompletableFuture<Boolean> canShare(ObjectId from, ObjectId to, Scope scope) {
        String bucket = to.bucket();
        if (!from.bucket().equals(bucket)) {
            return CompletableFuture.completedFuture(false);
        }
        if (Slices.of(from) == Slices.of(to)) {
            return CompletableFuture.completedFuture(true);
        }
        Boolean known = sliced.get(bucket);
        return known != null
                ? CompletableFuture.completedFuture(!known)
                : retry.untilDeadline(
                                scope,
                                deadline(scope),
                                scope.limits().request(),
                                timeout -> metadata.buckets().find(bucket, timeout))
                        .thenApply(found -> {
                            sliced.put(bucket, found.isSliced());
                            return !found.isSliced();
                        });
    }
}
