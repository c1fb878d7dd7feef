package io.chameleon.client.internal.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Pace;
import io.chameleon.core.mapping.Manifest;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Sends the manifest of a write whose last segment went without it, because it was not yet known to be the last. */
final class ManifestSender {
    private final ClientContext context;

    ManifestSender(ClientContext context) {
        this.context = context;
    }

    /**
     * Sends it at once to all servers that are to keep it and have their fragments. If a server does not take it, its
     * fragment counts as missing, so that the repair brings the manifest, too; fails if too few are left.
     */
    CompletableFuture<Void> send(PlacedWrite placed, Manifest manifest, Scope scope) {
        Delivery delivery = new Delivery(context, placed, scope);
        Deadline deadline = context.deadline(scope);
        Pace pace = new Pace();
        return CompletableFuture.allOf(IntStream.range(0, placed.scheme().width())
                        .filter(index -> Manifest.isCarriedBy(placed.scheme(), index))
                        .mapToObj(index -> delivery.deliver(
                                index,
                                true,
                                deadline,
                                pace,
                                (server, timeout) ->
                                        context.flash().putManifest(server, placed.writeId(), manifest, timeout)))
                        .toArray(CompletableFuture<?>[]::new))
                .whenComplete((delivered, failure) -> pace.tell(context.health()))
                .thenRun(() -> placed.requireQuorum(manifest.content().segmentLength(0)));
    }
}
