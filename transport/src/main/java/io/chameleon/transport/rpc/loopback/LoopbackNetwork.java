package io.chameleon.transport.rpc.loopback;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.WireErrors;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.client.PendingCall;
import io.chameleon.transport.rpc.server.Invocation;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.security.Principal;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A network inside one process: many endpoints, no sockets. Treats deadlines, cancellation, errors and payloads as
 * {@link NettyRpcClient} and {@link NettyRpcServer} do; handlers run on one thread, as on an event loop. Headers cross
 * as bytes.
 *
 * <p>Scheduler and ticker are arguments, so that a simulation can drive it in virtual time.
 */
public final class LoopbackNetwork implements RpcClient {
    private static final String CLOSED = "the network is closed";
    private static final String PEER = "loopback";

    private record Listener(RpcHandler handler, String server, String cluster) {}

    /** By host and port. */
    private final Map<Endpoint, Listener> listeners = new ConcurrentHashMap<>();

    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService loop;
    private final LongSupplier nanoTime;
    private final Runnable stopLoop;
    private volatile boolean closed;

    /** In real time, on its own thread. */
    public LoopbackNetwork() {
        this(ownLoop(), System::nanoTime, true);
    }

    /**
     * @param loop runs handlers and deadlines, one at a time; the caller closes it
     * @param nanoTime the ticker that {@code loop} follows
     */
    public LoopbackNetwork(ScheduledExecutorService loop, LongSupplier nanoTime) {
        this(loop, nanoTime, false);
    }

    private LoopbackNetwork(ScheduledExecutorService loop, LongSupplier nanoTime, boolean owned) {
        this.loop = loop;
        this.nanoTime = nanoTime;
        this.stopLoop = owned ? loop::shutdown : () -> {};
    }

    private static ScheduledExecutorService ownLoop() {
        ScheduledThreadPoolExecutor loop =
                new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("chameleon-io-loopback", true));
        loop.setRemoveOnCancelPolicy(true);
        return loop;
    }

    /** From now on, calls of {@code endpoint} reach this handler; with ids it is that flash server, of that cluster. */
    public void bind(Endpoint endpoint, RpcHandler handler) {
        listeners.put(endpoint.address(), new Listener(handler, endpoint.server(), endpoint.cluster()));
    }

    /** Later calls of {@code endpoint} fail with {@code UNAVAILABLE}; requests in the handler are still answered. */
    public void unbind(Endpoint endpoint) {
        listeners.remove(endpoint.address());
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        Call call = new Call(endpoint, request, nanoTime.getAsLong() + PendingCall.nanos(timeout));
        try {
            if (timeout.isNegative() || timeout.isZero()) {
                call.expire();
            } else {
                Future<?> timer = loop.schedule(call::expire, PendingCall.nanos(timeout), TimeUnit.NANOSECONDS);
                call.whenDone(() -> timer.cancel(false));
            }
            open.add(call);
            call.whenDone(() -> open.remove(call));
            loop.execute(call::deliver);
        } catch (RejectedExecutionException e) {
            request.release();
            call.fail(new NotExecutedError(CLOSED));
        }
        return call.answer;
    }

    @Override
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** Fails calls in flight with {@code UNAVAILABLE}. */
    @Override
    public void close() {
        closed = true;
        open.forEach(call -> call.fail(new ChameleonError(ErrorCode.UNAVAILABLE, CLOSED)));
        stopLoop.run();
    }

    /** One request and its answer. */
    private final class Call {
        private final CompletableFuture<Message> answer = new CompletableFuture<>();
        private final Endpoint endpoint;
        private final Message request;
        private final long deadline;

        Call(Endpoint endpoint, Message request, long deadline) {
            this.endpoint = endpoint;
            this.request = request;
            this.deadline = deadline;
        }

        void expire() {
            fail(Invocation.deadlineExceeded(request.type()));
        }

        void fail(ChameleonError cause) {
            answer.completeExceptionally(cause);
        }

        void whenDone(Runnable action) {
            CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> action.run());
        }

        void deliver() {
            Listener listener = listeners.get(endpoint.address());
            if (answer.isDone() || closed || listener == null) {
                request.release();
                fail(new NotExecutedError(closed ? CLOSED : "nothing listens at " + endpoint));
                return;
            }
            try {
                endpoint.requireCluster(listener.cluster);
                int unused = endpoint.numberAmong(listener.server.isEmpty() ? List.of() : List.of(listener.server));
            } catch (NotExecutedError other) {
                request.release();
                fail(other);
                return;
            }
            Message arrived = copy(request, request.type().requestParser());
            CallContext context = new CallContext(PEER, deadline, Principal.ANYBODY, endpoint.cluster());
            Invocation invocation = Invocation.start(listener.handler, arrived, context, this::complete);
            // Also after an answer: a completed stage ignores it.
            whenDone(invocation::cancel);
        }

        private void complete(@Nullable Message sent, @Nullable ChameleonError error) {
            Message arrived = sent == null ? null : copy(sent, sent.type().responseParser());
            if (arrived != null && !answer.complete(arrived)) {
                arrived.release();
            }
            if (error != null) {
                fail(WireErrors.unpack(WireErrors.pack(error), false));
            }
        }
    }

    private static Message copy(Message message, Parser<? extends MessageLite> parser) {
        try {
            FileBytes file = message.file();
            return new Message(
                    message.type(),
                    parser.parseFrom(message.header().toByteString()),
                    file == null ? message.payload() : file.read(Unpooled.directBuffer(file.length())));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("what one message wrote, its own parser cannot read", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
