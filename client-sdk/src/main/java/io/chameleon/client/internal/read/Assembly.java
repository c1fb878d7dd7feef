package io.chameleon.client.internal.read;

import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.erasure.ErasureCodecs;
import io.chameleon.erasure.StripeLayout;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Assembles an array from fragments that lie where the socket left them: each byte is copied once, to where it belongs.
 * Takes ownership of the fragments and releases them, whatever happens.
 */
final class Assembly {
    /** Copied within a few microseconds. */
    private static final int AT_ONCE_BYTES = 64 << 10;

    private final Workers workers;

    Assembly(Workers workers) {
        this.workers = workers;
    }

    /** All of them, in this order, once all have arrived; if one fails, its failure, and the others are released. */
    static CompletableFuture<List<ByteBuf>> all(List<CompletableFuture<ByteBuf>> fragments) {
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
    CompletableFuture<byte[]> concatenate(Collection<ByteBuf> fragments, int length) {
        return assemble(fragments, length, () -> concatenated(fragments, length));
    }

    /** The segment of a stripe from any k of its shards, by index. Padding shards are not among them, but count. */
    CompletableFuture<byte[]> join(StripeLayout layout, Map<Integer, ByteBuf> shards) {
        List<ByteBuf> data = IntStream.range(0, layout.storedDataShards())
                .mapToObj(shards::get)
                .filter(Objects::nonNull)
                .toList();
        boolean complete = data.size() == layout.storedDataShards();
        return assemble(
                shards.values(),
                layout.segmentBytes(),
                () -> complete ? concatenated(data, layout.segmentBytes()) : decoded(layout, shards));
    }

    private static byte[] concatenated(Collection<ByteBuf> fragments, int length) {
        byte[] all = new byte[length];
        int at = 0;
        for (ByteBuf fragment : fragments) {
            int used = Math.min(fragment.readableBytes(), length - at);
            copy(fragment, all, at, used);
            at += used;
        }
        return all;
    }

    private static byte[] decoded(StripeLayout layout, Map<Integer, ByteBuf> fetched) {
        byte[][] shards = new byte[layout.width()][];
        boolean[] present = new boolean[layout.width()];
        boolean[] wanted = new boolean[layout.width()];
        for (int i = 0; i < layout.width(); i++) {
            ByteBuf shard = fetched.get(i);
            present[i] = shard != null || layout.isPadding(i);
            wanted[i] = i < layout.dataShards();
            shards[i] = new byte[present[i] || wanted[i] ? layout.shardBytes() : 0];
            if (shard != null) {
                copy(shard, shards[i], 0, layout.shardBytes());
            }
        }
        ErasureCodecs.codecFor(layout.dataShards(), layout.width() - layout.dataShards())
                .reconstruct(shards, present, wanted, 0, layout.shardBytes());
        byte[] segment = new byte[layout.segmentBytes()];
        layout.join(shards, 0, segment, 0);
        return segment;
    }

    private static void copy(ByteBuf from, byte[] to, int at, int bytes) {
        from.getBytes(from.readerIndex(), to, at, bytes);
    }

    /** Runs here, on the event loop, if that takes less time than the handover would. */
    private CompletableFuture<byte[]> assemble(Collection<ByteBuf> fragments, int bytes, Supplier<byte[]> assembling) {
        Supplier<byte[]> assembly = () -> {
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

    private static void release(Collection<ByteBuf> fragments) {
        fragments.forEach(ByteBuf::release);
    }
}
