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
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
                        .thenCompose(cluster -> placed(
                                id, found.mapping(), scope, cluster, at -> place(id, writeId, options, found, at))));
    }

    /** A chunk is always new: no lookup is needed. It goes to the ring's servers, under the scheme of the first. */
    CompletableFuture<PlacedWrite> planChunk(ObjectId chunk, WriteId writeId, RedundancyScheme scheme, Scope scope) {
        return context.clusters()
                .current(scope)
                .thenCompose(cluster -> placed(
                        chunk, null, scope, cluster, at -> onRing(scheme, WriteHint.UNKNOWN, chunk, writeId, at)));
    }

    /** A component is always new, too; the lookup of its object tells the schemes of the bucket. */
    CompletableFuture<PlacedWrite> planComponent(
            ObjectId component, ObjectId object, WriteId writeId, RedundancyPolicy policy, Scope scope) {
        return context.lookup(object, scope, context.deadline(scope))
                .thenCompose(found -> context.clusters()
                        .current(scope)
                        .thenCompose(cluster -> placed(
                                component,
                                null,
                                scope,
                                cluster,
                                at -> onRing(
                                        at.view().scheme(policy, found.schemes()),
                                        WriteHint.UNKNOWN,
                                        component,
                                        writeId,
                                        at))));
    }

    /** A row has a policy and a scheme already: what its bucket says is asked only for another policy. */
    private CompletableFuture<Lookup> known(ObjectId id, PutOptions options, Scope scope, Deadline deadline) {
        Optional<ObjectMapping> cached = context.mappings()
                .get(id)
                .filter(row -> options.policy().orElse(row.destination().policy())
                        == row.destination().policy());
        if (cached.isPresent()) {
            return CompletableFuture.completedFuture(
                    new Lookup(cached.get(), cached.get().destination().policy()));
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

    /** @param row that {@code place} goes by */
    private CompletableFuture<PlacedWrite> placed(
            ObjectId id,
            @Nullable ObjectMapping row,
            Scope scope,
            Cluster cluster,
            Function<Cluster, PlacedWrite> place) {
        if (knowsServers(cluster, row)) {
            try {
                PlacedWrite placed = place.apply(cluster);
                placed.requireQuorum(ObjectContent.MAX_SEGMENT_BYTES);
                return CompletableFuture.completedFuture(placed);
            } catch (ChameleonError tooFew) {
                LOG.debug("write of {}: {}; looking whether servers have come back", id, tooFew.getMessage());
            }
        }
        return context.clusters().refresh(scope).thenApply(place);
    }

    /** Whether the view is as new as the row. */
    private static boolean knowsServers(Cluster cluster, @Nullable ObjectMapping row) {
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
                    : onRing(cluster.view().scheme(policy, found.schemes()), row.hint(), id, writeId, cluster);
        }
        RedundancyPolicy policy = options.policy().orElse(found.bucketPolicy());
        return onRing(cluster.view().scheme(policy, found.schemes()), WriteHint.UNKNOWN, id, writeId, cluster);
    }

    private PlacedWrite onRing(RedundancyScheme scheme, WriteHint hint, ObjectId id, WriteId writeId, Cluster cluster) {
        return PlacedWrite.onRing(scheme, hint, id, writeId, cluster, context.health());
    }
}
