package io.chameleon.transport.rpc;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Helpers shared by the tests of this module. */
public final class Fixtures {
    /** Long enough for anything that should happen. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private Fixtures() {}

    /** An allocator whose {@link #activeBytes} are exact: nothing stays in the caches of threads. */
    static PooledByteBufAllocator exactAllocator() {
        return new PooledByteBufAllocator(true, 1, 1, 8192, 9, 0, 0, false);
    }

    /** Bytes in use, to the page: an empty page stays with each size class. */
    static long activeBytes(PooledByteBufAllocator allocator) {
        return arenas(allocator)
                .flatMap(arena -> arena.chunkLists().stream())
                .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
                .mapToLong(chunk -> chunk.chunkSize() - chunk.freeBytes())
                .sum();
    }

    /** Buffers that were allocated and not released. */
    static long activeBuffers(PooledByteBufAllocator allocator) {
        return arenas(allocator)
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
    }

    private static Stream<PoolArenaMetric> arenas(PooledByteBufAllocator allocator) {
        return Stream.concat(allocator.metric().directArenas().stream(), allocator.metric().heapArenas().stream());
    }

    /** Small limits. Connecting takes as long as it must: a test that waits for a timeout sets that one. */
    static TransportConfig config(ByteBufAllocator allocator) {
        return TransportConfig.defaults()
                .with()
                .maxHeaderBytes(1 << 20)
                .maxConnectionsPerAddress(TransportConfig.defaults().maxConnections())
                .connectTimeout(PATIENCE)
                .closeTimeout(Duration.ofSeconds(5))
                .ioThreads(2)
                .allocator(allocator)
                .build();
    }

    public static Message get(int length) {
        return Message.of(
                MessageType.GET_FRAGMENT,
                GetFragmentRequest.newBuilder().setLength(length).build());
    }

    static Message put(ByteBuf payload) {
        return new Message(
                MessageType.PUT_FRAGMENT, io.chameleon.transport.wire.PutFragmentRequest.getDefaultInstance(), payload);
    }

    public static Message ping() {
        return Message.of(MessageType.PING, Empty.getDefaultInstance());
    }

    /** Answers a GET with the request's payload, and its requested length in the header. */
    public static CompletableFuture<Message> echo(Message request, CallContext context) {
        int length = request.header(GetFragmentRequest.class).getLength();
        return CompletableFuture.completedFuture(new Message(
                MessageType.GET_FRAGMENT,
                GetFragmentResponse.newBuilder().setFragmentLength(length).build(),
                request.payload().retain()));
    }

    static Message echoRequest(int length, byte[] payload) {
        return new Message(
                MessageType.GET_FRAGMENT,
                GetFragmentRequest.newBuilder().setLength(length).build(),
                payload.length == 0 ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(payload));
    }
}
