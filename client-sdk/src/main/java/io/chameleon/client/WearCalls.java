package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Asks every flash server of the cluster for its wear. */
final class WearCalls {
    private final ClientContext context;

    WearCalls(ClientContext context) {
        this.context = context;
    }

    CompletableFuture<List<ServerWear>> all(Scope scope) {
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
