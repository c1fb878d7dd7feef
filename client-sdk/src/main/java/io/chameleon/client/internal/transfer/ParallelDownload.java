package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.call.FailureText;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.internal.read.ByteRange;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.read.Piece;
import io.chameleon.core.Crc32c;
import io.chameleon.core.Require;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of one version in parallel, each to its place in a file. A version that disappears meanwhile is an
 * {@link io.chameleon.client.error.ObjectChangedException}: the file never mixes two.
 *
 * <p>Memory: three segments with their shards for each part under way.
 */
public final class ParallelDownload {
    public static final int MOST_AT_ONCE = 64;
    /** For an object that is not chunked: enough for each part to have its next segments in flight. */
    private static final int SEGMENTS_PER_PART = 4;

    private final ObjectReads reads;
    private final ObjectMapping row;
    private final long begin;
    private final long end;
    private final long partBytes;
    private final FileChannel target;
    private final Scope scope;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    /** Of each part. */
    private final int[] crcs;

    public ParallelDownload(ObjectReads reads, ObjectMapping row, ByteRange range, FileChannel target, Scope scope) {
        this.reads = reads;
        this.row = row;
        this.target = target;
        this.scope = scope.child();
        ObjectContent content = row.content();
        begin = range.offset();
        end = range.end(content.size());
        partBytes = content.isChunked() ? content.chunkBytes() : (long) SEGMENTS_PER_PART * content.segmentBytes();
        crcs = new int[begin == end ? 0 : Math.toIntExact((end - 1) / partBytes - begin / partBytes + 1)];
    }

    public static void requireParallel(int parts) {
        Require.that(parts >= 1 && parts <= MOST_AT_ONCE, "parallel", parts, "1 to " + MOST_AT_ONCE);
    }

    /** Completes when every byte is written and checked, or when nothing writes any more. */
    public CompletableFuture<ObjectMapping> run(int parallel, Executor blocking) {
        scope.meter().expect(end - begin);
        CompletableFuture<?>[] workers = IntStream.range(0, Math.min(parallel, crcs.length))
                .mapToObj(i -> CompletableFuture.runAsync(this::work, blocking))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(workers).handle((v, refused) -> refused).thenCompose(this::outcome);
    }

    private CompletableFuture<ObjectMapping> outcome(@Nullable Throwable refused) {
        Throwable failure = failed.get() != null ? failed.get() : refused;
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (begin == 0
                && end == row.content().size()
                && combined() != row.content().crc32c()) {
            return CompletableFuture.failedFuture(new DataUnavailableException(
                    ErrorCode.CORRUPT_FRAGMENT,
                    "object " + row.id() + ": checksum mismatch of the whole object",
                    null));
        }
        return CompletableFuture.completedFuture(row);
    }

    private int combined() {
        int crc = 0;
        for (int part = 0; part < crcs.length; part++) {
            crc = Crc32c.combine(crc, crcs[part], end(part) - from(part));
        }
        return crc;
    }

    private long from(int part) {
        return Math.max(begin, (begin / partBytes + part) * partBytes);
    }

    private long end(int part) {
        return Math.min(end, (begin / partBytes + part + 1) * partBytes);
    }

    /** Part after part, until there are none or one has failed. */
    private void work() {
        try {
            for (int part = next.getAndIncrement(); part < crcs.length; part = next.getAndIncrement()) {
                crcs[part] = read(from(part), end(part));
            }
        } catch (RuntimeException | Error e) {
            failed.compareAndSet(null, e);
            scope.close();
        }
    }

    private int read(long from, long to) {
        ObjectReader reader = reads.lendPinned(row, new ByteRange(from, to - from), scope.child());
        try {
            long at = from;
            for (Piece piece = Waiting.onStep(reader.next()); piece != null; piece = Waiting.onStep(reader.next())) {
                write(piece, at - begin);
                at += piece.length();
            }
            return reader.crc32c();
        } finally {
            reader.close();
        }
    }

    private void write(Piece piece, long position) {
        take(piece);
        try {
            long at = position;
            for (ByteBuffer left : piece.buffers()) {
                while (left.hasRemaining()) {
                    at += target.write(left, at);
                }
            }
        } catch (IOException callersOwn) {
            throw new UncheckedIOException("writing to the given file: " + FailureText.of(callersOwn), callersOwn);
        } catch (NonWritableChannelException callersOwn) {
            throw Errors.ofCaller(callersOwn);
        } finally {
            piece.release();
        }
    }

    /** Another part has failed if the bytes are gone. */
    private static void take(Piece piece) {
        try {
            piece.take();
        } catch (CancellationException closed) {
            throw Errors.of(closed);
        }
    }
}
