package io.chameleon.server;

import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** The part of {@link FlashServerEndpoint} that answers GET_FRAGMENT. */
final class FragmentGets {
    private final FragmentStore store;
    private final RequestQueue queue;
    private final ServerMetrics metrics;
    private final ByteBufAllocator buffers;

    FragmentGets(FragmentStore store, RequestQueue queue, ServerMetrics metrics, ByteBufAllocator buffers) {
        this.store = store;
        this.queue = queue;
        this.metrics = metrics;
        this.buffers = buffers;
    }

    /** A fragment that is sent from the device's file needs no room in memory. */
    CompletableFuture<Message> get(Message request, CallContext context) {
        UnreadFragment unread = new UnreadFragment(store, context.principal());
        return queue.run(
                request,
                context,
                message -> unread.locate(message) ? 0 : bytesToGet(message),
                (message, _) -> unread.isLocated() ? send(unread) : get(message));
    }

    private int bytesToGet(Message request) {
        GetFragmentRequest header = request.header(GetFragmentRequest.class);
        return lengthOf(header, store.find(Wire.unpack(header.getId())));
    }

    private static int lengthOf(GetFragmentRequest header, Fragment fragment) {
        int offset = header.getOffset();
        int length = header.getLength() == 0 ? fragment.length() - offset : header.getLength();
        fragment.requireRange(offset, length);
        return length;
    }

    private CompletableFuture<Message> get(Message request) {
        GetFragmentRequest header = request.header(GetFragmentRequest.class);
        Fragment fragment = store.find(Wire.unpack(header.getId()));
        int length = lengthOf(header, fragment);
        ByteBuf payload = read(fragment, header.getOffset(), length);
        metrics.sent(length);
        GetFragmentResponse answer = described(fragment);
        // The store has checked a whole fragment against its checksum.
        OptionalInt crc32c = length == fragment.length() ? OptionalInt.of(fragment.crc32c()) : OptionalInt.empty();
        return CompletableFuture.completedFuture(new Message(MessageType.GET_FRAGMENT, answer, payload, crc32c));
    }

    private CompletableFuture<Message> send(UnreadFragment unread) {
        Fragment fragment = unread.fragment();
        metrics.sent(fragment.length());
        return CompletableFuture.completedFuture(
                Message.ofFile(MessageType.GET_FRAGMENT, described(fragment), unread.bytes()));
    }

    private static GetFragmentResponse described(Fragment fragment) {
        return GetFragmentResponse.newBuilder()
                .setFragmentLength(fragment.length())
                .setFragmentCrc32C(fragment.crc32c())
                .setScheme(Wire.pack(fragment.scheme()))
                .setSegmentLength(fragment.segmentLength())
                .build();
    }

    private ByteBuf read(Fragment fragment, int offset, int length) {
        ByteBuf payload = buffers.directBuffer(length, length);
        try {
            store.read(fragment, offset, MemorySegment.ofBuffer(payload.nioBuffer(0, length)));
            return payload.writerIndex(length);
        } catch (RuntimeException | Error e) {
            payload.release();
            throw e;
        }
    }
}
