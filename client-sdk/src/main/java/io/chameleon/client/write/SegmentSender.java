package io.chameleon.client.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.SendQueueFullError;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Codes one segment and sends its fragments to their servers, all at once; but none that is padding. */
final class SegmentSender {
    /** Tries on a server that asks for patience, over about two seconds. */
    private static final int OVERLOAD_TRIES = 8;
    /** Tries of a later segment on a server that went away, which nobody can replace. */
    private static final int LATER_TRIES = 3;

    /** What a segment counts for however short it is: its requests take room as well. */
    private static final int LEAST_ROOM_BYTES = 32 << 10;

    private final ClientContext context;
    private final PlacedWrite placed;
    private final Scope scope;
    /** Of the first segment, than which none is longer. */
    private volatile int longestBytes;

    SegmentSender(ClientContext context, PlacedWrite placed, Scope scope) {
        this.context = context;
        this.placed = placed;
        this.scope = scope;
    }

    /** Bytes of all fragments of a segment, as they go to servers. */
    long bytesToSend(int segmentBytes) {
        return Math.max(
                LEAST_ROOM_BYTES,
                (long) placed.scheme().storedFragments(segmentBytes)
                        * placed.scheme().fragmentBytes(segmentBytes));
    }

    /** Codes on this thread. Completes when enough fragments are durable; fails when too few are, naming the servers. */
    CompletableFuture<Void> send(int segment, byte[] bytes) {
        if (segment == 0) {
            longestBytes = bytes.length;
        }
        Deadline deadline = context.deadline();
        EncodedSegment encoded = EncodedSegment.of(bytes, placed.scheme());
        return CompletableFuture.allOf(IntStream.range(0, placed.scheme().width())
                        .filter(index -> !placed.scheme().isPadding(index, bytes.length))
                        .mapToObj(index -> sendFragment(new Fragment(encoded, segment, index, deadline)))
                        .toArray(CompletableFuture<?>[]::new))
                .thenRun(() -> placed.requireQuorum(longestBytes));
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
        if (scope.isClosed() || isFinal(code)) {
            return CompletableFuture.failedFuture(failure);
        }
        if (code.isAboutTheCaller() && placed.isRefusedBy(server.id())) {
            return CompletableFuture.failedFuture(failure);
        }
        if (failure instanceof SendQueueFullError) {
            return again(server, fragment, tries, tries);
        }
        if (context.health().failed(server.id(), code)) {
            context.clusters().refreshSoon();
        }
        String why = code + " (" + failure.getMessage() + ")";
        if (fragment.deadline.isPassed()) {
            return lost(server, fragment, why);
        }
        if (tries < triesOn(code, fragment)) {
            return again(server, fragment, tries, tries + 1);
        }
        if (fragment.segment > 0) {
            return lost(server, fragment, why);
        }
        return placed.replaceOrLose(fragment.index, why)
                .map(other -> sendTo(other, fragment, 1))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> again(ServerInfo server, Fragment fragment, int tries, int nextTry) {
        return context.retry()
                .delay(scope, context.retry().pause(tries))
                .thenCompose(v -> sendTo(server, fragment, nextTry));
    }

    /** What no other server would answer differently. */
    private static boolean isFinal(ErrorCode code) {
        return code == ErrorCode.CANCELLED
                || code == ErrorCode.INVALID_REQUEST
                || code.retry() == ErrorCode.Retry.NEW_WRITE;
    }

    private static int triesOn(ErrorCode code, Fragment fragment) {
        if (code == ErrorCode.OVERLOADED) {
            return OVERLOAD_TRIES;
        }
        return fragment.segment > 0 && code == ErrorCode.UNAVAILABLE ? LATER_TRIES : 1;
    }

    private CompletableFuture<Void> lost(ServerInfo server, Fragment fragment, String why) {
        placed.lose(fragment.index, server.id(), why);
        return CompletableFuture.completedFuture(null);
    }
}
