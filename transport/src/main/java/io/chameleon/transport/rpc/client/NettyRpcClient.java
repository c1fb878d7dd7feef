package io.chameleon.transport.rpc.client;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.IoThreads;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.Invocation;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.util.Timeout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Calls over sockets: a few connections to each endpoint, each shared by many calls. A connection is opened on first
 * use and again after a loss. Futures complete on an event loop: dependent code must not block there. All threads are
 * daemons.
 */
public final class NettyRpcClient implements RpcClient {
    private static final String CLOSED = "the client is closed";

    private final TransportConfig config;
    private final IoThreads threads;
    private final Connector connector;
    private final Map<Endpoint, EndpointPool> pools = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Finds the addresses of a host, in the order to try them; may wait. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    public NettyRpcClient(TransportConfig config) {
        this(config, InetAddress::getAllByName);
    }

    public NettyRpcClient(TransportConfig config, Resolver names) {
        this.config = config;
        this.threads = new IoThreads(config.ioThreads());
        this.connector = new Connector(config, threads, names);
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        PendingCall call = new PendingCall(endpoint, request, System.nanoTime(), timeout);
        try {
            if (closed) {
                throw new NotExecutedError(CLOSED);
            }
            if (timeout.isNegative() || timeout.isZero()) {
                throw Invocation.deadlineExceeded(request.type());
            }
            Guest.run(() -> send(call, pool(endpoint.process())));
        } catch (ChameleonError e) {
            request.release();
            call.fail(e);
            return call.answer();
        }
        if (!call.answer().isDone()) {
            expireLater(call, PendingCall.nanos(timeout));
        }
        return call.answer();
    }

    private static void send(PendingCall call, EndpointPool pool) {
        CompletableFuture<ClientConnection> ready = pool.next();
        if (ready.isDone() && !ready.isCompletedExceptionally()) {
            ready.join().send(call);
            return;
        }
        call.awaitsConnection();
        int bytes = call.request().payload().readableBytes();
        pool.waiting().begin(call.type(), bytes);
        CompletableFuture<ClientConnection> unused = ready.whenComplete((connection, failure) -> {
            pool.waiting().end(bytes);
            if (failure != null || call.answer().isDone()) {
                call.request().release();
                call.fail(failure != null ? failure : Invocation.deadlineExceeded(call.type()));
            } else {
                connection.send(call);
            }
        });
    }

    private void expireLater(PendingCall call, long nanos) {
        try {
            Timeout timer = threads.after(nanos, () -> threads.group().next().execute(() -> expire(call)));
            CompletableFuture<Message> unused = call.answer().whenComplete((answer, failure) -> timer.cancel());
        } catch (IllegalStateException e) {
            call.fail(new NotExecutedError(CLOSED, e));
        }
    }

    private void expire(PendingCall call) {
        long left = call.nanosLeft(System.nanoTime());
        if (left > 0 && !call.answer().isDone()) {
            expireLater(call, left);
        } else {
            call.expire();
        }
    }

    /** Fails calls in flight with {@code UNAVAILABLE}. */
    @Override
    public void close() {
        closed = true;
        connector.refuse();
        pools.values().forEach(pool -> pool.fail(new NotExecutedError(CLOSED)));
        ChannelGroupFuture closing = connector.close();
        if (!threads.onLoop()) {
            closing.awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
        threads.close();
    }

    private EndpointPool pool(Endpoint endpoint) {
        return pools.computeIfAbsent(
                endpoint, unused -> new EndpointPool(endpoint, config, ready -> connector.connect(endpoint, ready)));
    }
}
