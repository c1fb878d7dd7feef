package io.chameleon.client.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.client.FragmentRead;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Fetches one fragment, or a part of it, from one server, and believes none of it unchecked. */
final class FragmentFetcher {
    /** Copied, checked and joined within a few microseconds. */
    private static final int CHECKED_AT_ONCE_BYTES = 16 << 10;

    private final ClientContext context;

    FragmentFetcher(ClientContext context) {
        this.context = context;
    }

    /**
     * Completes with {@code length} bytes of the fragment from {@code offset} on. A whole fragment is checked against its CRC-32C;
     * of a part only the shape can be checked (the server checks its pages, the transport its frames). Errors as of
     * {@link io.chameleon.transport.client.FlashClient#get}, and {@code CORRUPT_FRAGMENT}.
     */
    CompletableFuture<byte[]> fetch(
            SegmentSlice slice, int index, int offset, int length, ServerInfo server, Scope scope, Deadline deadline) {
        CompletableFuture<byte[]> bytes = new CompletableFuture<>();
        long started = context.ticker().getAsLong();
        // Not a dependent stage: those are skipped once cancelled, and the payload would never be released.
        var unused = scope.call(() -> context.flash()
                        .get(
                                Endpoint.of(server),
                                slice.fragment(index),
                                offset,
                                length,
                                deadline.atMost(context.timeouts().request())))
                .whenComplete((read, failure) -> {
                    note(server, started, failure);
                    if (failure != null) {
                        bytes.completeExceptionally(Errors.unwrap(failure));
                    } else {
                        check(bytes, read, slice, length);
                    }
                });
        return bytes;
    }

    private void note(ServerInfo server, long started, @Nullable Throwable failure) {
        if (failure == null) {
            context.health().answered(server.id());
        } else if (context.health().failed(server.id(), Errors.code(failure))) {
            context.clusters().refreshSoon();
        }
        if (failure == null || Errors.code(failure) == ErrorCode.CANCELLED) {
            context.hedgeDelay().record(context.ticker().getAsLong() - started);
        }
    }

    /** Here, on the event loop, if it takes less time than handing it over would. */
    private void check(CompletableFuture<byte[]> bytes, FragmentRead read, SegmentSlice slice, int length) {
        if (length <= CHECKED_AT_ONCE_BYTES) {
            checkNow(bytes, read, slice, length);
            return;
        }
        try {
            context.executor().execute(() -> checkNow(bytes, read, slice, length));
        } catch (RejectedExecutionException closing) {
            read.release();
            bytes.completeExceptionally(closing);
        }
    }

    private static void checkNow(CompletableFuture<byte[]> bytes, FragmentRead read, SegmentSlice slice, int length) {
        byte[] checked;
        try {
            checked = checked(read, slice, length);
        } catch (RuntimeException corrupt) {
            bytes.completeExceptionally(corrupt);
            return;
        }
        bytes.complete(checked);
    }

    private static byte[] checked(FragmentRead read, SegmentSlice slice, int length) {
        try {
            int whole = slice.scheme().fragmentBytes(slice.segmentLength());
            ByteBuf payload = read.payload();
            boolean shape = read.scheme().equals(slice.scheme())
                    && read.segmentLength() == slice.segmentLength()
                    && read.fragmentLength() == whole
                    && payload.readableBytes() == length;
            if (!shape) {
                throw new ChameleonError(
                        ErrorCode.CORRUPT_FRAGMENT,
                        payload.readableBytes() + " bytes of a fragment of " + read.fragmentLength() + " under "
                                + read.scheme() + " given, expected " + length + " of " + whole + " under "
                                + slice.scheme());
            }
            byte[] bytes = new byte[length];
            payload.readBytes(bytes);
            if (length == whole && crc(bytes) != read.fragmentCrc32c()) {
                throw new ChameleonError(ErrorCode.CORRUPT_FRAGMENT, "fragment checksum mismatch");
            }
            return bytes;
        } finally {
            read.release();
        }
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
