package io.chameleon.transport.rpc.client;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.IoThreads;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.OwnListeners;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.rpc.SendProgress;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.server.Invocation;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.NetUtil;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Calls over sockets: a few connections to each endpoint, each shared by many calls. A connection is opened on first
 * use and again after a loss. Futures complete on an event loop: dependent code must not block there. All threads are
 * daemons.
 */
public final class NettyRpcClient implements RpcClient {
    private static final String CLOSED = "the client is closed";
    /** So that one slow name does not hold up all others. */
    private static final int LOOKUPS_AT_ONCE = 8;

    private final TransportConfig config;
    private final IoThreads threads;
    private final Bootstrap sockets;
    private final Map<Endpoint, EndpointPool> pools = new ConcurrentHashMap<>();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    /** Looks up host names, which blocks. */
    private final ExecutorService resolver =
            Executors.newFixedThreadPool(LOOKUPS_AT_ONCE, new DefaultThreadFactory("chameleon-io-resolver", true));

    private final Resolver names;
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
        this.names = names;
        this.config = config;
        this.threads = new IoThreads(config.ioThreads());
        this.sockets = bootstrap()
                .group(threads.group())
                .channel(threads.socketClass())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true);
    }

    private Bootstrap bootstrap() {
        return new Bootstrap()
                .disableResolver()
                .option(ChannelOption.ALLOCATOR, config.allocator())
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(config.connectTimeout().toMillis()));
    }

    private Bootstrap bootstrap(SocketAddress target) {
        return target instanceof LocalAddress
                ? bootstrap().group(threads.localGroup()).channel(LocalChannel.class)
                : sockets.clone();
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
            send(call, pool(endpoint.process()));
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
        int bytes = call.request().payload().readableBytes();
        pool.beginWait(call.type(), bytes);
        CompletableFuture<ClientConnection> unused = ready.whenComplete((connection, failure) -> {
            pool.endWait(bytes);
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
        resolver.shutdownNow();
        pools.values().forEach(pool -> pool.fail(new NotExecutedError(CLOSED)));
        ChannelGroupFuture closing = channels.close();
        if (!threads.onLoop()) {
            closing.awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
        threads.close();
    }

    private EndpointPool pool(Endpoint endpoint) {
        return pools.computeIfAbsent(
                endpoint, unused -> new EndpointPool(endpoint, config, ready -> resolve(endpoint, ready)));
    }

    private void resolve(Endpoint endpoint, CompletableFuture<ClientConnection> ready) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(endpoint.host());
        try {
            if (literal != null) {
                connect(endpoint, targets(endpoint, address(literal)), ready);
            } else {
                resolver.execute(() -> lookUp(endpoint, ready));
            }
        } catch (RejectedExecutionException e) {
            ready.completeExceptionally(new NotExecutedError(CLOSED, e));
        }
    }

    private static InetAddress address(byte[] literal) {
        try {
            return InetAddress.getByAddress(literal);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + literal.length + " bytes", e);
        }
    }

    /** Any error here is passed to the callers that wait for the connection. */
    private void lookUp(Endpoint endpoint, CompletableFuture<ClientConnection> ready) {
        try {
            connect(endpoint, targets(endpoint, names.resolve(endpoint.host())), ready);
        } catch (UnknownHostException e) {
            ready.completeExceptionally(new NotExecutedError("no connection to " + endpoint + ": unknown host", e));
        } catch (RuntimeException | Error e) {
            ready.completeExceptionally(new NotExecutedError("no connection to " + endpoint + ": " + e, e));
        }
    }

    private List<SocketAddress> targets(Endpoint endpoint, InetAddress... addresses) {
        List<SocketAddress> targets = new ArrayList<>();
        for (InetAddress address : addresses) {
            InetSocketAddress target = new InetSocketAddress(address, endpoint.port());
            targets.addAll(config.inProcess() ? OwnListeners.before(target) : List.of(target));
        }
        return targets;
    }

    /** Connects to the first address that accepts. */
    private void connect(Endpoint endpoint, List<SocketAddress> targets, CompletableFuture<ClientConnection> ready) {
        ChannelFuture connected = bootstrap(targets.get(0))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        initialise(channel, endpoint, ready);
                    }
                })
                .connect(targets.get(0));
        ChannelFuture unused = connected.addListener(done -> {
            if (done.isSuccess()) {
                return;
            }
            if (targets.size() > 1 && !ready.isDone() && !closed) {
                connect(endpoint, targets.subList(1, targets.size()), ready);
                return;
            }
            ready.completeExceptionally(new NotExecutedError(
                    "no connection to " + endpoint + ": "
                            + OneLine.of(done.cause().getMessage()),
                    done.cause()));
        });
    }

    private void initialise(Channel channel, Endpoint endpoint, CompletableFuture<ClientConnection> ready) {
        channels.add(channel);
        if (closed) {
            Channels.close(channel);
            ready.completeExceptionally(new NotExecutedError(CLOSED));
            return;
        }
        FrameDecoder decoder = FrameDecoder.ofAnswers(config.frameTimeout());
        SendProgress progress = new SendProgress();
        channel.pipeline().addLast(progress);
        SslContext tls;
        try {
            tls = config.security().clientTls();
        } catch (ChameleonError e) {
            Channels.close(channel);
            ready.completeExceptionally(e);
            return;
        }
        if (tls == null) {
            channel.config().setRecvByteBufAllocator(decoder.reads());
        } else {
            SslHandler encryption = tls.newHandler(channel.alloc(), endpoint.host(), endpoint.port());
            encryption.setHandshakeTimeoutMillis(config.connectTimeout().toMillis());
            channel.pipeline().addLast(encryption);
        }
        channel.pipeline()
                .addLast(new FlushConsolidationHandler(
                        FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true))
                .addLast(new IdleStateHandler(0, 0, config.idleTimeout().toMillis(), TimeUnit.MILLISECONDS))
                .addLast(decoder)
                .addLast(new ClientConnection(endpoint, config, channel, decoder, progress, ready));
    }
}
