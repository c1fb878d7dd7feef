package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.Endpoint;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Fetches one fragment, or a part of it, from one server, and trusts nothing unchecked. */
final class FragmentFetcher {
    private final ClientContext context;

    FragmentFetcher(ClientContext context) {
        this.context = context;
    }

    /**
     * Completes with {@code length} bytes of the fragment from {@code offset} on. A whole fragment is checked against
     * its CRC-32C; for a part only the shape can be checked (the server checks its pages, the transport its frames).
     * Errors: those of {@link io.chameleon.transport.client.FlashClient#get}, {@code CORRUPT_FRAGMENT}, and
     * {@code FORMAT_NOT_READ} for a fragment of an older format, which is not damaged. The bytes stay where the socket
     * left them. The caller releases them, and must not cancel the result but close the scope.
     */
    CompletableFuture<FragmentRead> fetch(
            SegmentSlice slice, int index, int offset, int length, ServerInfo server, Scope scope, Deadline deadline) {
        CompletableFuture<FragmentRead> bytes = new CompletableFuture<>();
        FragmentId id = slice.fragment(index);
        boolean whole = length == slice.scheme().fragmentBytes(slice.segmentLength());
        Endpoint endpoint = Endpoint.of(server);
        long started = context.ticker().getAsLong();
        // Not a dependent stage: a cancelled one is skipped, and the payload would never be released.
        var unused = scope.call(() -> whole
                        ? context.flash().getUnchecked(endpoint, id, timeout(deadline, scope))
                        : context.flash().get(endpoint, id, offset, length, timeout(deadline, scope)))
                .whenComplete((read, failure) -> {
                    note(server, length, started, failure, scope);
                    if (failure != null) {
                        bytes.completeExceptionally(Errors.unwrap(failure));
                    } else if (whole && !read.matchesChecksum()) {
                        read.release();
                        fetchChecked(bytes, slice, index, length, endpoint, scope, deadline);
                    } else {
                        check(bytes, read, slice, index, length);
                    }
                });
        return bytes;
    }

    /** The server may have sent bytes unread whose place it used for others meanwhile; or they are damaged. */
    private void fetchChecked(
            CompletableFuture<FragmentRead> bytes,
            SegmentSlice slice,
            int index,
            int length,
            Endpoint endpoint,
            Scope scope,
            Deadline deadline) {
        var unused = scope.call(
                        () -> context.flash().get(endpoint, slice.fragment(index), 0, 0, timeout(deadline, scope)))
                .whenComplete((read, failure) -> {
                    if (failure != null) {
                        bytes.completeExceptionally(Errors.unwrap(failure));
                    } else {
                        check(bytes, read, slice, index, length);
                    }
                });
    }

    private static Duration timeout(Deadline deadline, Scope scope) {
        return deadline.atMost(scope.limits().request());
    }

    private void note(ServerInfo server, int length, long started, @Nullable Throwable failure, Scope scope) {
        boolean givenUp = failure != null && Errors.isGivenUp(failure);
        if (failure == null) {
            context.health().answered(server.id());
        } else if (!givenUp
                && context.isServersFault(Errors.code(failure), scope)
                && context.health().failed(server.id(), Errors.code(failure))) {
            context.clusters().refreshSoon();
        }
        long nanos = context.ticker().getAsLong() - started;
        if (failure == null) {
            context.hedgeDelay().answered(length, nanos);
        } else if (givenUp) {
            context.hedgeDelay().calledOff(length, nanos);
        }
    }

    /** Runs here, on the event loop, where the frame was checked a moment ago. */
    private static void check(
            CompletableFuture<FragmentRead> bytes, FragmentRead read, SegmentSlice slice, int index, int length) {
        try {
            requireSound(read, slice, index, length);
        } catch (RuntimeException | Error unsound) {
            read.release();
            bytes.completeExceptionally(unsound);
            return;
        }
        bytes.complete(read);
    }

    private static void requireSound(FragmentRead read, SegmentSlice slice, int index, int length) {
        int whole = slice.scheme().fragmentBytes(slice.segmentLength());
        int given = read.payload().readableBytes();
        boolean shape = read.scheme().equals(slice.scheme())
                && read.segmentLength() == slice.segmentLength()
                && read.fragmentLength() == whole
                && given == length;
        if (!shape) {
            if (read.scheme().equals(slice.scheme()) && read.segmentLength() == slice.segmentLength()) {
                FragmentFormat.requireRead(
                        slice.fragment(index), read.scheme(), read.segmentLength(), read.fragmentLength());
            }
            throw new ChameleonError(
                    ErrorCode.CORRUPT_FRAGMENT,
                    given + " bytes of a fragment of " + read.fragmentLength() + " under " + read.scheme()
                            + " given, expected " + length + " of " + whole + " under " + slice.scheme());
        }
        if (length == whole && !read.matchesChecksum()) {
            throw new ChameleonError(ErrorCode.CORRUPT_FRAGMENT, "fragment checksum mismatch");
        }
    }
}
