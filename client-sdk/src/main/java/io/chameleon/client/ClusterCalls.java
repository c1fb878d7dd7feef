package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Cluster;
import io.chameleon.client.listen.Operation;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks about the cluster itself: its servers, and the wear of each. */
record ClusterCalls(ClientContext context, Operations operations) {

    CompletableFuture<ClusterView> view() {
        return operations.run(
                Operation.CLUSTER_VIEW,
                "",
                scope -> context.clusters().refresh(scope).thenApply(Cluster::view));
    }

    CompletableFuture<List<ServerWear>> wear() {
        return operations.run(Operation.WEAR, "", this::wear);
    }

    private CompletableFuture<List<ServerWear>> wear(Scope scope) {
        return context.clusters().refresh(scope).thenCompose(cluster -> {
            List<CompletableFuture<ServerWear>> asked = cluster.view().servers().stream()
                    .map(server -> wear(server, scope))
                    .toList();
            return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                    .thenApply(v -> asked.stream().map(CompletableFuture::join).toList());
        });
    }

    private CompletableFuture<ServerWear> wear(ServerInfo server, Scope scope) {
        Duration timeout = scope.limits().request();
        return scope.call(() -> context.flash().wear(Endpoint.of(server), timeout))
                .thenApply(report -> new ServerWear(server, Optional.of(report), ""))
                .exceptionally(failure -> new ServerWear(
                        server,
                        Optional.empty(),
                        Errors.code(failure) + ": " + Errors.unwrap(failure).getMessage()));
    }
}
