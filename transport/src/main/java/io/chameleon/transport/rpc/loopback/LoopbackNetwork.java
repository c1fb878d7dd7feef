package io.chameleon.transport.rpc.loopback;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.client.PendingCall;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
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

/**
 * A network inside one process: many endpoints, no sockets. Treats deadlines, cancellation, errors and payloads as
 * {@link NettyRpcClient} and {@link NettyRpcServer} do; handlers run on one thread, as on an event loop. Headers cross
 * as bytes.
 *
 * <p>Scheduler and ticker are arguments, so that a simulation can drive it in virtual time.
 */
public final class LoopbackNetwork implements RpcClient {
    private static final String CLOSED = "the network is closed";

    record Listener(RpcHandler handler, String server, String cluster) {}

    /** By host and port. */
    private final Map<Endpoint, Listener> listeners = new ConcurrentHashMap<>();

    private final Set<LoopbackCall> open = ConcurrentHashMap.newKeySet();
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
        LoopbackCall call = new LoopbackCall(endpoint, request, nanoTime.getAsLong() + PendingCall.nanos(timeout));
        try {
            if (timeout.isNegative() || timeout.isZero()) {
                call.expire();
            } else {
                Future<?> timer = loop.schedule(call::expire, PendingCall.nanos(timeout), TimeUnit.NANOSECONDS);
                call.whenDone(() -> timer.cancel(false));
            }
            open.add(call);
            call.whenDone(() -> open.remove(call));
            loop.execute(() -> deliver(call, endpoint));
        } catch (RejectedExecutionException e) {
            call.refuse(CLOSED);
        }
        return call.answer();
    }

    private void deliver(LoopbackCall call, Endpoint endpoint) {
        if (closed) {
            call.refuse(CLOSED);
        } else {
            call.deliver(listeners.get(endpoint.address()));
        }
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
}
