package io.chameleon.server;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.buffer.ByteBufAllocator;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The flash server's side of the protocol: what each request means to the store. {@link RequestQueue} queues, drops and
 * refuses requests.
 */
public final class FlashServerEndpoint implements RpcHandler {
    /** Used outside a {@link FlashServer}. */
    private static final long SCRUB_BYTES_PER_SECOND = 16L << 20;

    private final FragmentStore store;
    private final Drain drain;
    private final RequestQueue queue;
    private final SpaceShortage shortage;
    private final UserWrites users;
    private final ManifestRequests manifests;
    private final FragmentPuts puts;
    private final FragmentGets gets;
    private final StoreReports reports;

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
        this.drain = drain;
        this.queue = queue;
        this.shortage = shortage;
        this.users = users;
        this.manifests = new ManifestRequests(store, users);
        this.puts = new FragmentPuts(store, drain, users, manifests, shortage, metrics);
        this.gets = new FragmentGets(store, queue, metrics, buffers);
        this.reports = new StoreReports(store, monitor, scrubber, clock);
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
                new WriteAges(clock, ServerConfig.DEFAULT_GRACE_PERIOD),
                new UserShares(store::usage, 0, ServerConfig.DEFAULT_GRACE_PERIOD, nanoTime, metrics::userRefused));
        return new FlashServerEndpoint(
                store, monitor, scrubber, new Drain(_ -> {}), queue, shortage, metrics, buffers, users, clock);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        return switch (request.type()) {
            case PUT_FRAGMENT ->
                queue.run(
                        request,
                        context,
                        (message, stillWanted) -> puts.put(message, context.principal(), stillWanted));
            case GET_FRAGMENT -> gets.get(request, context);
            case DELETE_FRAGMENTS -> queue.run(request, context, (message, _) -> delete(message, context.principal()));
            case PUT_MANIFEST ->
                queue.run(request, context, (message, _) -> manifests.put(message, context.principal()));
            case LIST_MANIFESTS -> queue.run(request, context, (message, _) -> manifests.list(message));
            case LIST_FRAGMENTS -> queue.run(request, context, (message, _) -> reports.list(message));
            case WEAR_REPORT -> queue.run(request, context, (message, _) -> reports.wear(message));
            case DAMAGED_FRAGMENTS -> queue.run(request, context, (message, _) -> reports.damaged(message));
            case SCRUB_STATUS -> queue.run(request, context, (message, _) -> reports.scrubStatus(message));
            case DRAIN -> queue.run(request, context, (message, _) -> drain(message));
            default ->
                CompletableFuture.failedFuture(new ChameleonError(
                        ErrorCode.INVALID_REQUEST,
                        request.type() + " was sent to a flash server, which does not know it"));
        };
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

    private CompletableFuture<Message> drain(Message request) {
        drain.set(request.header(DrainRequest.class).getDrain());
        return answer(request.type(), Empty.getDefaultInstance());
    }

    static CompletableFuture<Message> answer(MessageType type, MessageLite header) {
        return CompletableFuture.completedFuture(Message.of(type, header));
    }
}
