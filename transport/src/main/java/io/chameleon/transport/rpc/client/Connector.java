package io.chameleon.transport.rpc.client;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.IoThreads;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.SendProgress;
import io.chameleon.transport.rpc.TransportConfig;
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
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Opens connections: to the first address of an endpoint that accepts. If that does not greet, the next connection
 * begins with the next address.
 */
final class Connector {
    private static final String CLOSED = "the client is closed";
    /** So that one slow name does not hold up all others. */
    private static final int LOOKUPS_AT_ONCE = 8;

    private final TransportConfig config;
    private final IoThreads threads;
    private final Addresses addresses;
    private final Bootstrap sockets;
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    /** Looks up host names, which blocks. */
    private final ExecutorService resolver =
            Executors.newFixedThreadPool(LOOKUPS_AT_ONCE, new DefaultThreadFactory("chameleon-io-resolver", true));

    /** Of hosts that are names: the address with which the next connection begins, modulo the number of them. */
    private final Map<Endpoint, AtomicInteger> begins = new ConcurrentHashMap<>();

    private volatile boolean closed;

    Connector(TransportConfig config, IoThreads threads, NettyRpcClient.Resolver names) {
        this.config = config;
        this.threads = threads;
        this.addresses = new Addresses(names, config.inProcess());
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

    /** Completes the future once both sides have greeted, or fails it with the reason why they have not. */
    void connect(Endpoint endpoint, CompletableFuture<ClientConnection> ready) {
        List<SocketAddress> literal = addresses.literal(endpoint);
        try {
            if (literal.isEmpty()) {
                resolver.execute(() -> lookUp(endpoint, ready));
            } else {
                connect(endpoint, literal, ready);
            }
        } catch (RejectedExecutionException e) {
            ready.completeExceptionally(new NotExecutedError(CLOSED, e));
        }
    }

    /** Any error here is passed to the callers that wait for the connection. */
    private void lookUp(Endpoint endpoint, CompletableFuture<ClientConnection> ready) {
        try {
            List<SocketAddress> targets = addresses.lookUp(endpoint);
            AtomicInteger begin = begins.computeIfAbsent(endpoint, name -> new AtomicInteger());
            int first = begin.get();
            Collections.rotate(targets, -(first % targets.size()));
            CompletableFuture<ClientConnection> unused = ready.whenComplete((connection, failure) -> {
                if (failure != null) {
                    begin.compareAndSet(first, first == Integer.MAX_VALUE ? 0 : first + 1);
                }
            });
            connect(endpoint, targets, ready);
        } catch (UnknownHostException e) {
            ready.completeExceptionally(new NotExecutedError("no connection to " + endpoint + ": unknown host", e));
        } catch (RuntimeException | Error e) {
            ready.completeExceptionally(new NotExecutedError("no connection to " + endpoint + ": " + e, e));
        }
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

    /** Connects no more. */
    void refuse() {
        closed = true;
        resolver.shutdownNow();
    }

    /** Closes all connections. */
    ChannelGroupFuture close() {
        return channels.close();
    }
}
