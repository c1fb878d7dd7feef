package io.chameleon.client.internal.read;

import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.ShardSlice;
import io.chameleon.erasure.StripeLayout;
import io.chameleon.transport.client.FragmentRead;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a piece of an object from fragments that lie where the socket left them: of those same buffers, or of an array
 * to which each byte is copied once. Only a segment that has to be decoded is an array in any case. Takes ownership of
 * the fragments and releases them, whatever happens.
 */
final class Assembly {
    /** Copied within a few microseconds. */
    private static final int AT_ONCE_BYTES = 64 << 10;

    private final Workers workers;
    private final @Nullable Custody custody;

    private Assembly(Workers workers, @Nullable Custody custody) {
        this.workers = workers;
        this.custody = custody;
    }

    /** Pieces are arrays. */
    static Assembly copying(Workers workers) {
        return new Assembly(workers, null);
    }

    /** Pieces are the network's buffers. */
    static Assembly lending(Workers workers, Custody custody) {
        return new Assembly(workers, custody);
    }

    /** All of them, in this order, once all have arrived; if one fails, its failure, and the others are released. */
    static CompletableFuture<List<FragmentRead>> all(List<CompletableFuture<FragmentRead>> fragments) {
        return CompletableFuture.allOf(fragments.toArray(CompletableFuture<?>[]::new))
                .whenComplete((unused, failure) -> {
                    if (failure != null) {
                        fragments.stream()
                                .filter(fragment -> !fragment.isCompletedExceptionally())
                                .forEach(fragment -> fragment.join().release());
                    }
                })
                .thenApply(unused ->
                        fragments.stream().map(CompletableFuture::join).toList());
    }

    /** The first {@code length} bytes of all of them, one after the other. */
    CompletableFuture<Piece> concatenate(Collection<FragmentRead> fragments, int length) {
        return custody != null
                ? Scope.started(() -> CompletableFuture.completedFuture(custody.keep(parts(fragments, length))))
                : assemble(fragments, length, () -> Piece.copyOf(parts(fragments, length)));
    }

    /** The bytes of a slice from shards that yield those that hold them, by index. */
    CompletableFuture<Piece> rebuild(SegmentSlice slice, Map<Integer, FragmentRead> shards) {
        return assemble(shards.values(), slice.length(), () -> Piece.of(rebuilt(slice, shards)));
    }

    /** The segment of a stripe from shards that yield it, by index. Padding shards are not among them, but count. */
    CompletableFuture<Piece> join(ErasureCode code, StripeLayout layout, Map<Integer, FragmentRead> shards) {
        List<FragmentRead> data = IntStream.range(0, layout.storedDataShards())
                .mapToObj(shards::get)
                .filter(Objects::nonNull)
                .toList();
        boolean complete = data.size() == layout.storedDataShards() && data.size() == shards.size();
        return complete
                ? concatenate(data, layout.segmentBytes())
                : assemble(shards.values(), layout.segmentBytes(), () -> Piece.of(joined(code, layout, shards)));
    }

    /** The first {@code length} bytes of all of them. */
    private static List<Part> parts(Collection<FragmentRead> fragments, int length) {
        List<Part> parts = new ArrayList<>();
        int left = length;
        for (FragmentRead fragment : fragments) {
            Part whole = new Part(fragment.payload(), fragment.payloadCrc32c());
            Part used = whole.range(0, Math.min(whole.length(), left));
            parts.add(used);
            left -= used.length();
        }
        return parts;
    }

    private static byte[] joined(ErasureCode code, StripeLayout layout, Map<Integer, FragmentRead> fetched) {
        byte[] segment = new byte[layout.segmentBytes()];
        layout.join(decoded(code, layout, fetched, layout.slices(0, segment.length)), 0, segment, 0);
        return segment;
    }

    private static byte[] rebuilt(SegmentSlice slice, Map<Integer, FragmentRead> fetched) {
        byte[][] shards = decoded(slice.code(), slice.layout(), fetched, slice.pieces());
        byte[] bytes = new byte[slice.length()];
        int at = 0;
        for (ShardSlice piece : slice.pieces()) {
            System.arraycopy(shards[piece.shard()], piece.offset(), bytes, at, piece.length());
            at += piece.length();
        }
        return bytes;
    }

    /** All shards that were fetched, are padding, or have some of these bytes; the others are empty. */
    private static byte[][] decoded(
            ErasureCode code, StripeLayout layout, Map<Integer, FragmentRead> fetched, List<ShardSlice> pieces) {
        byte[][] shards = new byte[layout.width()][];
        boolean[] present = new boolean[layout.width()];
        boolean[] wanted = new boolean[layout.width()];
        for (int i = 0; i < layout.width(); i++) {
            FragmentRead shard = fetched.get(i);
            present[i] = shard != null || layout.isPadding(i);
            int index = i;
            wanted[i] = pieces.stream().anyMatch(piece -> piece.shard() == index);
            shards[i] = new byte[present[i] || wanted[i] ? layout.shardBytes() : 0];
            if (shard != null) {
                copy(shard, shards[i], 0, layout.shardBytes());
            }
        }
        ErasureCodecs.codecFor(code).reconstruct(shards, present, wanted, 0, layout.shardBytes());
        return shards;
    }

    private static void copy(FragmentRead from, byte[] to, int at, int bytes) {
        from.payload().getBytes(from.payload().readerIndex(), to, at, bytes);
    }

    /** Runs here, on the event loop, if that takes less time than the handover would. */
    private CompletableFuture<Piece> assemble(
            Collection<FragmentRead> fragments, int bytes, Supplier<Piece> assembling) {
        Supplier<Piece> assembly = () -> {
            try {
                return assembling.get();
            } finally {
                release(fragments);
            }
        };
        return bytes <= AT_ONCE_BYTES
                ? Scope.started(() -> CompletableFuture.completedFuture(assembly.get()))
                : workers.run(assembly, () -> release(fragments));
    }

    private static void release(Collection<FragmentRead> fragments) {
        fragments.forEach(FragmentRead::release);
    }
}
