package io.chameleon.server;

import com.google.protobuf.MessageLite;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentListing;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.ScrubStatusResponse;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The flash server's side of the protocol: what each request means to the store. {@link RequestQueue} queues, drops and
 * refuses requests.
 */
public final class FlashServerEndpoint implements RpcHandler {
    private static final int MAX_LISTED = 10_000;
    /** Used outside a {@link FlashServer}. */
    private static final long SCRUB_BYTES_PER_SECOND = 16L << 20;

    private final FragmentStore store;
    private final FlashMonitor monitor;
    private final Scrubber scrubber;
    private final Drain drain;
    private final RequestQueue queue;
    private final SpaceShortage shortage;
    private final ServerMetrics metrics;
    private final ByteBufAllocator buffers;
    private final UserWrites users;
    private final ManifestRequests manifests;
    private final InstantSource clock;
    private final long openedMillis;

    FlashServerEndpoint(
            FragmentStore store,
            FlashMonitor monitor,
            Scrubber scrubber,
            Drain drain,
            RequestQueue queue,
            SpaceShortage shortage,
            ServerMetrics metrics,
            ByteBufAllocator buffers,
            UserWrites users,
            InstantSource clock) {
        this.store = store;
        this.monitor = monitor;
        this.scrubber = scrubber;
        this.drain = drain;
        this.queue = queue;
        this.shortage = shortage;
        this.metrics = metrics;
        this.buffers = buffers;
        this.users = users;
        this.manifests = new ManifestRequests(store, users);
        this.clock = clock;
        this.openedMillis = clock.millis();
    }

    /**
     * An endpoint without a {@link FlashServer} around it: for a network other than Netty's. It is not registered
     * anywhere.
     *
     * @param workers run requests; each may wait for the device
     * @param limit requests waiting or running
     * @param nanoTime the ticker of {@link CallContext#deadlineNanos()}
     * @param scrubbing receives what to call repeatedly, on a thread that may wait, to have the fragments checked
     */
    public static FlashServerEndpoint of(
            ServerId server,
            FragmentStore store,
            FlashMonitor monitor,
            Executor workers,
            int limit,
            LongSupplier nanoTime,
            InstantSource clock,
            Consumer<Runnable> scrubbing,
            MeterRegistry registry,
            ByteBufAllocator buffers) {
        ServerMetrics metrics = new ServerMetrics(registry, server);
        RequestQueue queue = new RequestQueue(workers, limit, nanoTime, metrics);
        Scrubber scrubber = new Scrubber(store, SCRUB_BYTES_PER_SECOND, clock);
        scrubbing.accept(scrubber::turn);
        SpaceShortage shortage = new SpaceShortage(store::usage, nanoTime);
        UserWrites users = new UserWrites(
                clock,
                ServerConfig.DEFAULT_GRACE_PERIOD,
                new UserShares(store::usage, 0, ServerConfig.DEFAULT_GRACE_PERIOD, nanoTime, metrics::userRefused));
        return new FlashServerEndpoint(
                store, monitor, scrubber, new Drain(_ -> {}), queue, shortage, metrics, buffers, users, clock);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        return switch (request.type()) {
            case PUT_FRAGMENT ->
                queue.run(request, context, (message, stillWanted) -> put(message, context.principal(), stillWanted));
            case GET_FRAGMENT -> get(request, context);
            case DELETE_FRAGMENTS -> queue.run(request, context, (message, _) -> delete(message, context.principal()));
            case PUT_MANIFEST ->
                queue.run(request, context, (message, _) -> manifests.put(message, context.principal()));
            case LIST_MANIFESTS -> queue.run(request, context, (message, _) -> manifests.list(message));
            case LIST_FRAGMENTS -> queue.run(request, context, (message, _) -> list(message));
            case WEAR_REPORT -> queue.run(request, context, (message, _) -> wear(message));
            case DAMAGED_FRAGMENTS -> queue.run(request, context, (message, _) -> damaged(message));
            case SCRUB_STATUS -> queue.run(request, context, (message, _) -> scrubStatus(message));
            case DRAIN -> queue.run(request, context, (message, _) -> drain(message));
            default ->
                CompletableFuture.failedFuture(new ChameleonError(
                        ErrorCode.INVALID_REQUEST,
                        request.type() + " was sent to a flash server, which does not know it"));
        };
    }

    private CompletableFuture<Message> put(Message request, Principal caller, Runnable stillWanted) {
        drain.requireTakingWrites();
        PutFragmentRequest header = request.header(PutFragmentRequest.class);
        ByteBuf payload = request.payload();
        users.requirePut(header, payload.readableBytes(), caller);
        Fragment fragment = fragment(header, payload.readableBytes());
        StoredManifest manifest = manifests.with(header, fragment, caller);
        metrics.received(fragment.length());
        MemorySegment content = MemorySegment.ofBuffer(payload.nioBuffer());
        // Migration and repair have compared what they put with the object; a client's fragment never changes.
        boolean replaces = !caller.role().isClient() && header.getWriteKey().isEmpty();
        WriteHint hint = WriteHint.ofCode(header.getHint());
        return store.put(fragment, content, request.payloadCrc32c(), manifest, hint, replaces, stillWanted)
                .handle((_, failure) -> {
                    if (failure != null) {
                        throw new CompletionException(shortage.answer(failure));
                    }
                    return Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance());
                });
    }

    private static Fragment fragment(PutFragmentRequest header, int length) {
        FragmentId id = Wire.unpack(header.getId());
        RedundancyScheme scheme = Wire.unpack(header.getScheme());
        try {
            return new Fragment(id, length, header.getCrc32C(), scheme, header.getSegmentLength());
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    /** A fragment that is sent from the device's file needs no room in memory. */
    private CompletableFuture<Message> get(Message request, CallContext context) {
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

    private CompletableFuture<Message> delete(Message request, Principal caller) {
        DeleteFragmentsRequest header = request.header(DeleteFragmentsRequest.class);
        int given = header.getWriteIdsCount();
        if (given > Wire.MOST_DELETED) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "writes to delete: '" + given + "' given, expected at most " + Wire.MOST_DELETED);
        }
        users.requireDelete(header, caller);
        List<WriteId> writes =
                header.getWriteIdsList().stream().map(Wire::unpack).toList();
        int deleted = store.deleteWrites(writes);
        shortage.deleted(deleted);
        DeleteFragmentsResponse answer = DeleteFragmentsResponse.newBuilder()
                .setDeleted(deleted)
                .setShortOfSpace(shortage.isShort())
                .build();
        return answer(MessageType.DELETE_FRAGMENTS, answer);
    }

    private CompletableFuture<Message> list(Message request) {
        ListFragmentsRequest header = request.header(ListFragmentsRequest.class);
        int limit = header.getLimit();
        if (limit <= 0 || limit > MAX_LISTED) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "limit: '" + limit + "' given, expected 1 to " + MAX_LISTED);
        }
        long olderThan = header.getOlderThanMillis() == 0 ? Long.MAX_VALUE : header.getOlderThanMillis();
        FragmentListing listing = store.list(
                olderThan, future(olderThan), header.hasAfter() ? Wire.unpack(header.getAfter()) : null, limit);
        ListFragmentsResponse answer = ListFragmentsResponse.newBuilder()
                .addAllFragments(listing.fragments().stream()
                        .map(FlashServerEndpoint::entry)
                        .toList())
                .setMore(listing.more())
                .build();
        return answer(MessageType.LIST_FRAGMENTS, answer);
    }

    /**
     * The time from which a write dated ahead of the clock counts as old. The server takes no such write, so it was
     * stored before the server came up.
     */
    private long future(long olderThanMillis) {
        return openedMillis < olderThanMillis ? clock.millis() + MappingRules.LONGEST_LEAD.toMillis() : Long.MAX_VALUE;
    }

    private static FragmentEntryP entry(Fragment fragment) {
        return FragmentEntryP.newBuilder()
                .setId(Wire.pack(fragment.id()))
                .setLength(fragment.length())
                .setCrc32C(fragment.crc32c())
                .build();
    }

    private CompletableFuture<Message> wear(Message request) {
        return answer(request.type(), ClusterWire.pack(monitor.report()));
    }

    private CompletableFuture<Message> damaged(Message request) {
        return answer(
                request.type(),
                DamagedFragmentsResponse.newBuilder()
                        .addAllFragments(
                                store.damaged().stream().map(Wire::pack).toList())
                        .build());
    }

    private CompletableFuture<Message> scrubStatus(Message request) {
        Scrubber.Progress progress = scrubber.progress();
        return answer(
                request.type(),
                ScrubStatusResponse.newBuilder()
                        .setBytesPerSecond(scrubber.bytesPerSecond())
                        .setPassBeganMillis(progress.passBeganMillis())
                        .setLastPassMillis(progress.lastPassMillis())
                        .setFragments(progress.fragments())
                        .setFragmentsTotal(store.usage().fragments())
                        .setBytes(progress.bytes())
                        .setDamaged(store.damaged().size())
                        .build());
    }

    private CompletableFuture<Message> drain(Message request) {
        drain.set(request.header(DrainRequest.class).getDrain());
        return answer(request.type(), Empty.getDefaultInstance());
    }

    private static CompletableFuture<Message> answer(MessageType type, MessageLite header) {
        return CompletableFuture.completedFuture(Message.of(type, header));
    }
}
