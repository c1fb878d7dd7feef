package io.chameleon.client.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.Endpoint;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Codes one segment and sends its fragments to their servers, all at once. */
final class SegmentSender {
    /** Tries of a later segment on its server, which nobody can replace. */
    private static final int LATER_TRIES = 3;

    private final ClientContext context;
    private final PlacedWrite placed;
    private final Scope scope;

    SegmentSender(ClientContext context, PlacedWrite placed, Scope scope) {
        this.context = context;
        this.placed = placed;
        this.scope = scope;
    }

    /** Completes when enough fragments are durable; fails when too few are, naming the servers. */
    CompletableFuture<Void> send(int segment, byte[] bytes) {
        Deadline deadline = context.deadline();
        return CompletableFuture.supplyAsync(() -> EncodedSegment.of(bytes, placed.scheme()), context.executor())
                .thenCompose(encoded -> CompletableFuture.allOf(
                        IntStream.range(0, placed.scheme().width())
                                .mapToObj(index -> sendFragment(new Fragment(encoded, segment, index, deadline)))
                                .toArray(CompletableFuture<?>[]::new)))
                .thenRun(placed::requireQuorum);
    }

    private record Fragment(EncodedSegment encoded, int segment, int index, Deadline deadline) {}

    private CompletableFuture<Void> sendFragment(Fragment fragment) {
        return placed.server(fragment.index)
                .map(server -> sendTo(server, fragment, 1))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> sendTo(ServerInfo server, Fragment fragment, int tries) {
        return scope.call(() -> context.flash()
                        .put(
                                Endpoint.of(server),
                                new FragmentId(placed.writeId(), fragment.segment, fragment.index),
                                fragment.encoded.crcs()[fragment.index],
                                placed.scheme(),
                                fragment.encoded.segmentLength(),
                                placed.streamHint(),
                                fragment.encoded.payload(fragment.index),
                                fragment.deadline.atMost(context.timeouts().request())))
                .thenRun(() -> context.health().answered(server.id()))
                .exceptionallyCompose(failure -> failed(server, fragment, tries, Errors.unwrap(failure)));
    }

    private CompletableFuture<Void> failed(ServerInfo server, Fragment fragment, int tries, Throwable failure) {
        ErrorCode code = Errors.code(failure);
        if (scope.isClosed() || code == ErrorCode.CANCELLED || code == ErrorCode.INVALID_REQUEST) {
            return CompletableFuture.failedFuture(failure);
        }
        if (context.health().failed(server.id(), code)) {
            context.clusters().refreshSoon();
        }
        String why = code + " (" + failure.getMessage() + ")";
        if (fragment.segment == 0 && !fragment.deadline.isPassed()) {
            Optional<ServerInfo> next = placed.replaceOrLose(fragment.index, why);
            return next.map(other -> sendTo(other, fragment, 1))
                    .orElseGet(() -> CompletableFuture.completedFuture(null));
        }
        boolean passing = code == ErrorCode.OVERLOADED || code == ErrorCode.UNAVAILABLE;
        if (passing && tries < LATER_TRIES && !fragment.deadline.isPassed()) {
            return context.retry()
                    .delay(scope, context.retry().pause(tries))
                    .thenCompose(v -> sendTo(server, fragment, tries + 1));
        }
        placed.lose(fragment.index, server.id(), why);
        return CompletableFuture.completedFuture(null);
    }
}
