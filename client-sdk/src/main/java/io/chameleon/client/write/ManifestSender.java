package io.chameleon.client.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.mapping.Manifest;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Sends the manifest of a write whose last segment went without it, for nobody knew then that it was the last. */
final class ManifestSender {
    private final ClientContext context;

    ManifestSender(ClientContext context) {
        this.context = context;
    }

    /**
     * To the servers that are to keep it and have their fragments, all at once. A fragment whose server does not take it counts as
     * missing, so that its repair brings the manifest, too; fails when too few are left.
     */
    CompletableFuture<Void> send(PlacedWrite placed, Manifest manifest, Scope scope) {
        Delivery delivery = new Delivery(context, placed, scope);
        Deadline deadline = context.deadline();
        return CompletableFuture.allOf(IntStream.range(0, placed.scheme().width())
                        .filter(index -> Manifest.isCarriedBy(placed.scheme(), index))
                        .mapToObj(index -> delivery.deliver(
                                index,
                                true,
                                deadline,
                                (server, timeout) ->
                                        context.flash().putManifest(server, placed.writeId(), manifest, timeout)))
                        .toArray(CompletableFuture<?>[]::new))
                .thenRun(() -> placed.requireQuorum(manifest.content().segmentLength(0)));
    }
}
