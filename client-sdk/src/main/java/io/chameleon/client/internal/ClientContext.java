package io.chameleon.client.internal;

import io.chameleon.client.Timeouts;
import io.chameleon.client.cluster.ClusterCache;
import io.chameleon.client.cluster.MappingCache;
import io.chameleon.client.cluster.ServerHealth;
import io.chameleon.client.read.HedgeDelay;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteIds;
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
 * @param sends bytes of fragments on their way to servers, of all writes
 * @param reads segments on their way from servers, of all reads
 * @param random safe from any thread
 * @param ticker as {@link System#nanoTime()}
 */
public record ClientContext(
        MetadataClient metadata,
        FlashClient flash,
        ClusterCache clusters,
        ServerHealth health,
        MappingCache mappings,
        HedgeDelay hedgeDelay,
        WriteIds writeIds,
        Retry retry,
        Workers workers,
        Window sends,
        Window reads,
        RandomGenerator random,
        LongSupplier ticker,
        Timeouts timeouts) {

    /** The time limit of a step that begins now. */
    public Deadline deadline() {
        return Deadline.after(ticker, timeouts.operation());
    }

    /** Asks the metadata service where an object is, and remembers the answer. */
    public CompletableFuture<Lookup> lookup(ObjectId id, Scope scope, Deadline deadline) {
        return retry.untilDeadline(scope, deadline, timeouts.request(), timeout -> metadata.lookup(id, timeout))
                .thenApply(found -> {
                    mappings.remember(id, found.mapping());
                    return found;
                });
    }
}
