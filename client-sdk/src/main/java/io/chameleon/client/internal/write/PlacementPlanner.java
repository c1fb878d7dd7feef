package io.chameleon.client.internal.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the servers of a write. An existing object goes to its destination, so that this write completes a pending
 * transition. A new one, or one whose caller asks for another policy, goes to the ring's servers.
 */
final class PlacementPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(PlacementPlanner.class);

    private final ClientContext context;

    PlacementPlanner(ClientContext context) {
        this.context = context;
    }

    /** Asks the metadata service only about objects that the mapping cache does not know. */
    CompletableFuture<PlacedWrite> plan(
            ObjectId id, WriteId writeId, PutOptions options, Scope scope, Deadline deadline) {
        return known(id, options, scope, deadline)
                .thenCompose(found -> context.clusters()
                        .current(scope)
                        .thenCompose(cluster -> place(id, writeId, options, found, cluster, scope)));
    }

    /** A chunk is always new: no lookup is needed. It goes to the ring's servers. */
    CompletableFuture<PlacedWrite> planChunk(ObjectId chunk, WriteId writeId, RedundancyPolicy policy, Scope scope) {
        return context.clusters()
                .current(scope)
                .thenCompose(
                        cluster -> place(chunk, writeId, PutOptions.DEFAULT, new Lookup(null, policy), cluster, scope));
    }

    private CompletableFuture<Lookup> known(ObjectId id, PutOptions options, Scope scope, Deadline deadline) {
        Optional<ObjectMapping> cached = context.mappings().get(id);
        if (cached.isPresent()) {
            // A row has a policy already, so the bucket's is not needed.
            return CompletableFuture.completedFuture(new Lookup(cached.get(), RedundancyPolicy.EC));
        }
        return context.lookup(id, scope, deadline).thenApply(found -> {
            // The commit decides; this only saves sending the data of a write that is bound to fail.
            if (!options.condition().holds(found.mapping())) {
                throw new ChameleonError(
                        ErrorCode.PRECONDITION_FAILED, "object " + id + ": the condition does not hold");
            }
            return found;
        });
    }

    private CompletableFuture<PlacedWrite> place(
            ObjectId id, WriteId writeId, PutOptions options, Lookup found, Cluster cluster, Scope scope) {
        if (knowsServers(cluster, found)) {
            try {
                PlacedWrite placed = place(id, writeId, options, found, cluster);
                placed.requireQuorum(ObjectContent.MAX_SEGMENT_BYTES);
                return CompletableFuture.completedFuture(placed);
            } catch (ChameleonError tooFew) {
                LOG.debug("write of {}: {}; looking whether servers have come back", id, tooFew.getMessage());
            }
        }
        return context.clusters().refresh(scope).thenApply(newer -> place(id, writeId, options, found, newer));
    }

    /** Whether the view is as new as the row. */
    private static boolean knowsServers(Cluster cluster, Lookup found) {
        ObjectMapping row = found.mapping();
        return row == null
                || cluster.byId().keySet().containsAll(row.destination().servers());
    }

    private PlacedWrite place(ObjectId id, WriteId writeId, PutOptions options, Lookup found, Cluster cluster) {
        ObjectMapping row = found.mapping();
        if (row != null) {
            Placement destination = row.destination();
            RedundancyPolicy policy = options.policy().orElse(destination.policy());
            return policy == destination.policy()
                    ? PlacedWrite.at(destination, row.hint(), id, writeId, cluster, context.health())
                    : onRing(policy, row.hint(), id, writeId, cluster);
        }
        return onRing(options.policy().orElse(found.bucketPolicy()), WriteHint.UNKNOWN, id, writeId, cluster);
    }

    private PlacedWrite onRing(RedundancyPolicy policy, WriteHint hint, ObjectId id, WriteId writeId, Cluster cluster) {
        return PlacedWrite.onRing(cluster.view().scheme(policy), hint, id, writeId, cluster, context.health());
    }
}
