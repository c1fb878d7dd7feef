package io.chameleon.client.internal.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.Pace;
import io.chameleon.core.FragmentId;
import io.chameleon.core.mapping.Manifest;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Codes one segment and sends its fragments to their servers, all at once; padding is not sent. */
final class SegmentSender {
    /** The least that a segment counts for, however short it is: its requests take room as well. */
    private static final int LEAST_ROOM_BYTES = 32 << 10;

    private final ClientContext context;
    private final PlacedWrite placed;
    private final Consumer<ByteBuffer> coded;
    private final Scope scope;
    private final Delivery delivery;
    /** Of the first segment; none is longer. */
    private volatile int longestBytes;

    /** @param coded gets each segment back once its fragments are elsewhere */
    SegmentSender(ClientContext context, PlacedWrite placed, Consumer<ByteBuffer> coded, Scope scope) {
        this.context = context;
        this.placed = placed;
        this.coded = coded;
        this.scope = scope;
        this.delivery = new Delivery(context, placed, scope);
    }

    /** Bytes of all fragments of a segment, as they go to servers. */
    long bytesToSend(int segmentBytes) {
        return Math.max(
                LEAST_ROOM_BYTES,
                (long) placed.scheme().storedFragments(segmentBytes)
                        * placed.scheme().fragmentBytes(segmentBytes));
    }

    /**
     * Codes on this thread. Completes when enough fragments are durable; fails when too few are, naming the servers.
     *
     * @param crc32c of the bytes
     * @param manifest with the last segment, if it is known to be the last
     */
    CompletableFuture<Void> send(int segment, ByteBuffer bytes, int crc32c, @Nullable Manifest manifest) {
        int length = bytes.remaining();
        if (segment == 0) {
            longestBytes = length;
        }
        Deadline deadline = context.deadline(scope);
        EncodedSegment encoded = EncodedSegment.of(bytes, placed.scheme(), PooledByteBufAllocator.DEFAULT);
        coded.accept(bytes);
        if (!encoded.isOf(crc32c)) {
            encoded.release();
            throw new IllegalArgumentException(
                    "source: bytes that changed while they were written given, expected an array left alone until the end");
        }
        Pace pace = new Pace();
        return CompletableFuture.allOf(IntStream.range(0, placed.scheme().width())
                        .filter(index -> !placed.scheme().isPadding(index, length))
                        .mapToObj(index -> delivery.deliver(
                                index, segment > 0, deadline, pace, fragment(encoded, segment, index, manifest)))
                        .toArray(CompletableFuture<?>[]::new))
                .whenComplete((delivered, failure) -> {
                    encoded.release();
                    pace.tell(context.health());
                })
                .thenRun(() -> placed.requireQuorum(longestBytes));
    }

    private Delivery.Request fragment(EncodedSegment encoded, int segment, int index, @Nullable Manifest manifest) {
        Manifest carried = Manifest.isCarriedBy(placed.scheme(), index) ? manifest : null;
        return (server, timeout) -> context.flash()
                .put(
                        server,
                        new FragmentId(placed.writeId(), segment, index),
                        encoded.crc32c(index),
                        placed.scheme(),
                        encoded.segmentLength(),
                        placed.hint(),
                        carried,
                        encoded.payload(index),
                        timeout);
    }
}
