package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Pace;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.SendQueueFullError;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Delivers things to the servers of a write. What a server does not take goes to another one, as long as nothing else
 * of its fragment is stored on the first; after that, its fragment counts as missing.
 */
final class Delivery {
    /** Tries on an overloaded server, over about two seconds. */
    private static final int OVERLOAD_TRIES = 8;
    /** Tries on a server that failed and can no longer be replaced. */
    private static final int SETTLED_TRIES = 3;

    /** One try. */
    @FunctionalInterface
    interface Request {
        CompletableFuture<Void> send(Endpoint server, Duration timeout);
    }

    private record Parcel(int index, boolean isSettled, Deadline deadline, Pace pace, Request request) {}

    private final ClientContext context;
    private final PlacedWrite placed;
    private final Scope scope;

    Delivery(ClientContext context, PlacedWrite placed, Scope scope) {
        this.context = context;
        this.placed = placed;
        this.scope = scope;
    }

    /**
     * Completes when the server has it, or the fragment counts as missing.
     *
     * @param pace of those that are delivered together
     */
    CompletableFuture<Void> deliver(int index, boolean isSettled, Deadline deadline, Pace pace, Request request) {
        Parcel parcel = new Parcel(index, isSettled, deadline, pace, request);
        return placed.server(index)
                .map(server -> sendTo(server, parcel, 1))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> sendTo(ServerInfo server, Parcel parcel, int tries) {
        long begun = context.ticker().getAsLong();
        return scope.call(() -> parcel.request.send(
                        Endpoint.of(server),
                        parcel.deadline.atMost(scope.limits().request())))
                .thenRun(() -> {
                    context.health().answered(server.id());
                    parcel.pace.stored(server.id(), begun, context.ticker().getAsLong());
                })
                .exceptionallyCompose(failure -> failed(server, parcel, tries, begun, Errors.unwrap(failure)));
    }

    private CompletableFuture<Void> failed(ServerInfo server, Parcel parcel, int tries, long begun, Throwable failure) {
        ErrorCode code = Errors.code(failure);
        if (scope.isClosed() || isFinal(code)) {
            return CompletableFuture.failedFuture(failure);
        }
        if ((code.isAboutTheCaller() || isAboutTheTime(code)) && placed.isRefusedBy(server.id())) {
            return CompletableFuture.failedFuture(failure);
        }
        if (failure instanceof SendQueueFullError) {
            return again(server, parcel, tries, tries);
        }
        if (context.isServersFault(code, scope) && context.health().failed(server.id(), code)) {
            context.clusters().refreshSoon();
            if (code == ErrorCode.DEADLINE_EXCEEDED
                    || Pace.isLong(begun, context.ticker().getAsLong())) {
                context.health().late(server.id(), begun);
            }
        }
        String why = code + " (" + failure.getMessage() + ")";
        if (parcel.deadline.isPassed()) {
            return lost(server, parcel, code, why);
        }
        if (tries < Math.min(triesOn(code, parcel), scope.limits().attempts())) {
            return again(server, parcel, tries, tries + 1);
        }
        if (parcel.isSettled) {
            return lost(server, parcel, code, why);
        }
        return placed.replaceOrLose(parcel.index, code, why)
                .map(other -> sendTo(other, parcel, 1))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> again(ServerInfo server, Parcel parcel, int tries, int nextTry) {
        scope.meter().retried();
        return context.retry()
                .delay(scope, context.retry().pause(tries))
                .thenCompose(v -> sendTo(server, parcel, nextTry));
    }

    /** An error that every other server would return as well. */
    private static boolean isFinal(ErrorCode code) {
        return code == ErrorCode.CANCELLED || code == ErrorCode.INVALID_REQUEST;
    }

    /** The server's clock, against that of the client. */
    private static boolean isAboutTheTime(ErrorCode code) {
        return code.retry() == ErrorCode.Retry.NEW_WRITE;
    }

    private static int triesOn(ErrorCode code, Parcel parcel) {
        if (code == ErrorCode.OVERLOADED) {
            return OVERLOAD_TRIES;
        }
        return parcel.isSettled && code == ErrorCode.UNAVAILABLE ? SETTLED_TRIES : 1;
    }

    private CompletableFuture<Void> lost(ServerInfo server, Parcel parcel, ErrorCode code, String why) {
        placed.lose(parcel.index, server.id(), code, why);
        return CompletableFuture.completedFuture(null);
    }
}
