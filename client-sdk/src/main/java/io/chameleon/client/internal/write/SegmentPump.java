package io.chameleon.client.internal.write;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Window;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.core.Crc32c;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.transport.frame.Crc;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Moves the segments of a source to their servers: the first alone, because it settles the servers; then one is sent
 * while the next is read or sent. So at most two segments of a write are in memory, whatever its size.
 */
final class SegmentPump {
    /**
     * What went through the pump.
     *
     * @param manifest that went with the last segment; null if it was not known to be the last
     */
    record Sent(long bytes, int crc32c, @Nullable Manifest manifest) {}

    private final Label label;
    private final PlacedWrite placed;
    private final SegmentSource source;
    private final SegmentSender sender;
    private final Workers workers;
    private final Window sends;
    private final Scope scope;
    private int crc;
    private long bytes;
    private @Nullable Manifest manifest;
    /** The segment sent last; the one before it has arrived, or has failed. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /**
     * @param label of what ends where the source does
     */
    SegmentPump(Label label, PlacedWrite placed, SegmentSource source, ClientContext context, Scope scope) {
        this.label = label;
        this.placed = placed;
        this.source = source;
        this.sender = new SegmentSender(context, placed, source::recycle, scope);
        this.workers = context.workers();
        this.sends = context.sends();
        this.scope = scope;
    }

    /** If it fails, nothing is in flight any more: a caller that then deletes the fragments has them all. */
    CompletableFuture<Sent> run() {
        return from(0, last)
                .exceptionallyCompose(
                        failure -> last.handle((v, again) -> failure).thenCompose(CompletableFuture::failedFuture))
                .thenApply(v -> new Sent(bytes, crc, manifest));
    }

    private CompletableFuture<Void> from(int segment, CompletableFuture<Void> previous) {
        // A source may block for ever; a write that is given up does not wait for it.
        CompletableFuture<@Nullable ByteBuffer> next = scope.call(source::next);
        // If the end is known at once, it is not worth another thread.
        return isEnd(next)
                ? previous
                : next.thenCompose(bytes -> workers.compose(() -> next(segment, bytes, previous)));
    }

    private static boolean isEnd(CompletableFuture<@Nullable ByteBuffer> next) {
        return next.isDone() && !next.isCompletedExceptionally() && next.join() == null;
    }

    private CompletableFuture<Void> next(int segment, @Nullable ByteBuffer next, CompletableFuture<Void> previous) {
        if (next == null) {
            return previous;
        }
        int checksum = Crc.of(next);
        crc = Crc32c.combine(crc, checksum, next.remaining());
        bytes += next.remaining();
        if (source.isExhausted()) {
            manifest = label.manifest(placed, bytes, crc);
        }
        CompletableFuture<Void> sent = send(segment, next, checksum, manifest);
        last = sent;
        CompletableFuture<Void> room = segment == 0 ? sent : previous;
        return room.thenCompose(v -> from(segment + 1, sent));
    }

    /** Sends as soon as there is room among all that this client sends: the deadline begins then. */
    private CompletableFuture<Void> send(int segment, ByteBuffer bytes, int checksum, @Nullable Manifest last) {
        int length = bytes.remaining();
        Thread worker = Thread.currentThread();
        return sends.run(
                        scope,
                        sender.bytesToSend(length),
                        () -> Thread.currentThread().equals(worker)
                                ? sender.send(segment, bytes, checksum, last)
                                : workers.compose(() -> sender.send(segment, bytes, checksum, last)))
                .thenRun(() -> scope.meter().sent(length));
    }
}
