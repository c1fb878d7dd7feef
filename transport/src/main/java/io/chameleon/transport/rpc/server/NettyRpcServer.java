package io.chameleon.transport.rpc.server;

import io.chameleon.core.Durations;
import io.chameleon.core.Require;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.AcceptFailures;
import io.chameleon.transport.rpc.Channels;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.IoThreads;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.OwnListeners;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.TransportConfig;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.local.LocalServerChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections and passes requests to a handler, which runs on an event loop and must not block.
 * {@link TransportConfig} has its limits.
 */
public final class NettyRpcServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NettyRpcServer.class);
    private static final int BACKLOG = 1024;
    private static final int MOST_ID_BYTES = 3 << 10;

    private final List<RpcHandler> handlers;
    private final List<String> ids;
    private final Supplier<String> cluster;
    private final TransportConfig config;
    private final IoThreads threads;
    private final Channel listener;
    /** For clients of this process. */
    private final @Nullable Channel ownListener;

    private final StrangerLog strangers = new StrangerLog(log, System::nanoTime);
    private final ForeignPeers foreigners = new ForeignPeers(strangers, System::nanoTime);
    private final ConnectionLimits limits;
    private final MemoryBudget memory;
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile boolean closing;

    /**
     * Starts listening.
     *
     * @param port 0 for any free one
     * @throws IllegalArgumentException in one line if other machines can reach the address and there is no
     *     authentication
     * @throws io.netty.channel.ChannelException or an {@link java.io.IOException} thrown as is, if the address cannot
     *     be bound
     */
    public NettyRpcServer(String bindHost, int port, RpcHandler handler, TransportConfig config) {
        this(bindHost, port, List.of(), List.of(handler), config, () -> "");
    }

    /**
     * As the other constructor, for a process of a certain cluster.
     *
     * @param cluster id of the cluster this process belongs to; empty as long as it knows none. Connections of others
     *     are refused
     */
    public NettyRpcServer(
            String bindHost, int port, RpcHandler handler, TransportConfig config, Supplier<String> cluster) {
        this(bindHost, port, List.of(), List.of(handler), config, cluster);
    }

    /**
     * As the other constructor, for the flash servers of a process.
     *
     * @param servers 1 to 256, with 3 KiB of ids. Clients name them by their ids, so that they mistake none for another
     * @param cluster id of the cluster they belong to; empty as long as they know none
     */
    public NettyRpcServer(
            String bindHost, int port, List<HostedServer> servers, TransportConfig config, Supplier<String> cluster) {
        this(
                bindHost,
                port,
                servers.stream().map(HostedServer::id).toList(),
                servers.stream().map(HostedServer::handler).toList(),
                config,
                cluster);
    }

    private NettyRpcServer(
            String bindHost,
            int port,
            List<String> ids,
            List<RpcHandler> handlers,
            TransportConfig config,
            Supplier<String> cluster) {
        requireFitHello(ids);
        config.security().requireFitToListen(bindHost);
        this.handlers = handlers.stream().<RpcHandler>map(Guard::new).toList();
        this.ids = ids;
        this.cluster = cluster;
        this.config = config;
        this.limits = new ConnectionLimits(config.maxConnections(), config.maxConnectionsPerAddress());
        this.memory = new MemoryBudget(config.maxTotalInFlightBytes());
        this.threads = new IoThreads(config.ioThreads());
        ChannelFuture bound = new ServerBootstrap()
                .group(threads.group())
                .channel(threads.serverSocketClass())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new AcceptFailures())
                .childOption(ChannelOption.ALLOCATOR, config.allocator())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(connections())
                .bind(bindHost, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            threads.close();
            throw new IllegalStateException(
                    "cannot listen on " + Endpoint.text(bindHost, port) + ": "
                            + OneLine.of(bound.cause().getMessage()),
                    bound.cause());
        }
        listener = bound.channel();
        ownListener = config.inProcess() ? listenWithin() : null;
    }

    private Channel listenWithin() {
        return new ServerBootstrap()
                .group(threads.localGroup())
                .channel(LocalServerChannel.class)
                .childOption(ChannelOption.ALLOCATOR, config.allocator())
                .childHandler(connections())
                .bind(OwnListeners.name((InetSocketAddress) listener.localAddress()))
                .syncUninterruptibly()
                .channel();
    }

    private ChannelInitializer<Channel> connections() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                connected(channel);
            }
        };
    }

    /** A client takes a HELLO of 4 KiB at most, before it knows who sent it. */
    private static void requireFitHello(List<String> ids) {
        int bytes = ids.stream().mapToInt(String::length).sum();
        Require.that(
                ids.size() <= Preamble.MOST_SERVER_NUMBER + 1 && bytes <= MOST_ID_BYTES,
                "flash servers of one process",
                ids.size() + " with ids of " + bytes + " bytes",
                "at most " + (Preamble.MOST_SERVER_NUMBER + 1) + " with ids of " + MOST_ID_BYTES + " bytes");
    }

    List<String> ids() {
        return ids;
    }

    String cluster() {
        return cluster.get();
    }

    /** The port it listens on. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** Accepts no more connections and requests, answers those in flight within {@code closeTimeout}, then closes. */
    @Override
    public void close() {
        closing = true;
        if (ownListener != null) {
            ownListener.close().awaitUninterruptibly();
        }
        listener.close().awaitUninterruptibly();
        connections.forEach(connection -> connection.channel().eventLoop().execute(connection::drain));
        long waitMillis = config.closeTimeout().toMillis();
        if (!channels.newCloseFuture().awaitUninterruptibly(waitMillis, TimeUnit.MILLISECONDS)) {
            log.warn(
                    "{} connections closed with requests in flight after {}",
                    channels.size(),
                    Durations.text(config.closeTimeout()));
            channels.close().awaitUninterruptibly();
        }
        threads.close();
    }

    private void connected(Channel channel) {
        SocketAddress from = channel.remoteAddress();
        String refused = limits.admit(from);
        if (refused != null) {
            strangers.warn("connection from {} closed: {}", from, refused);
            Channels.close(channel);
            return;
        }
        ChannelFuture unused = channel.closeFuture().addListener(closed -> limits.left(from));
        FrameDecoder decoder = new FrameDecoder(config.frameTimeout());
        ServerConnection connection = new ServerConnection(this, config, channel, decoder);
        SslContext tls = config.security().serverTls();
        if (tls == null) {
            channel.config().setRecvByteBufAllocator(decoder.reads());
        } else {
            SslHandler encryption = tls.newHandler(channel.alloc());
            encryption.setHandshakeTimeoutMillis(config.connectTimeout().toMillis());
            channel.pipeline().addLast(encryption);
        }
        connections.add(connection);
        channels.add(channel);
        // Later than the client, which can close an unneeded connection without losing a request.
        long idleMillis = 2 * config.idleTimeout().toMillis();
        channel.pipeline()
                .addLast(new FlushConsolidationHandler(
                        FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true))
                .addLast(new IdleStateHandler(0, 0, idleMillis, TimeUnit.MILLISECONDS))
                .addLast(decoder)
                .addLast(connection);
        if (closing) {
            Channels.close(channel);
        }
    }

    void disconnected(ServerConnection connection) {
        connections.remove(connection);
    }

    StrangerLog strangers() {
        return strangers;
    }

    ForeignPeers foreigners() {
        return foreigners;
    }

    MemoryBudget memory() {
        return memory;
    }

    /**
     * @param number of the flash server within the process; 0 in other processes
     * @throws NotExecutedError if there is no such server
     */
    RpcHandler handler(int number) {
        if (number >= handlers.size()) {
            throw new NotExecutedError("flash server: number '" + number + "' of the process given, expected at most "
                    + (handlers.size() - 1));
        }
        return handlers.get(number);
    }

    IoThreads threads() {
        return threads;
    }
}
