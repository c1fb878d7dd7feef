package io.chameleon.s3.http;

import io.chameleon.core.Durations;
import io.chameleon.s3.address.Cidr;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.rpc.AcceptFailures;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.IoThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections and gives their requests to a service.
 *
 * <p>Memory of a connection: one read of its socket, at most 256 KiB. What the client has not yet taken is the
 * publisher's: at most 512 KiB and what it gives next.
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
    private static final int BACKLOG = 1024;

    private final HttpLimits limits;
    private final TrustedProxies proxies;
    private final HttpService service;
    private final DateHeader date;
    private final IoThreads threads;
    private final HttpMetrics metrics;
    private final RequestIds ids = new RequestIds();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listener;
    private volatile boolean closing;

    /**
     * Starts listening.
     *
     * @param address with port 0 for any free one
     * @param tls asked for each connection, so that a new certificate serves the next one; null for plain HTTP
     * @param proxies whose word counts on who the client is
     * @throws IllegalStateException in one line if the address cannot be bound
     */
    public HttpServer(
            InetSocketAddress address,
            @Nullable Supplier<SslContext> tls,
            HttpLimits limits,
            List<Cidr> proxies,
            HttpService service,
            MeterRegistry registry,
            InstantSource clock) {
        this.limits = limits;
        this.proxies = new TrustedProxies(proxies);
        this.service = service;
        this.date = new DateHeader(clock);
        this.metrics = new HttpMetrics(registry, inFlight, open);
        this.threads = new IoThreads(Math.max(2, Runtime.getRuntime().availableProcessors()));
        ChannelFuture bound = new ServerBootstrap()
                .group(threads.group())
                .channel(threads.serverSocketClass())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new AcceptFailures())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.AUTO_READ, false)
                // Of TLS both sides end together.
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, tls == null)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, HttpPipeline.WRITES)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, HttpPipeline.READS)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        connected(channel, tls);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            threads.close();
            metrics.close();
            throw new IllegalStateException(
                    "cannot listen on " + Endpoint.text(address.getHostString(), address.getPort()) + ": "
                            + OneLine.of(bound.cause().getMessage()),
                    bound.cause());
        }
        listener = bound.channel();
    }

    /** The port it listens on. */
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private void connected(SocketChannel channel, @Nullable Supplier<SslContext> tls) {
        if (open.incrementAndGet() > limits.connections()) {
            open.decrementAndGet();
            ChannelFuture unused = channel.close();
            return;
        }
        Connection connection = new Connection(this, channel, tls != null);
        connections.add(connection);
        channels.add(channel);
        HttpPipeline.fill(channel, tls, limits, connection);
        if (closing) {
            ChannelFuture unused = channel.close();
        }
    }

    /** Called once for each connection that was admitted. */
    void closed(Connection connection) {
        if (connections.remove(connection)) {
            open.decrementAndGet();
        }
    }

    /** Whether one more request may be served; {@link #left} follows. */
    boolean admit() {
        if (inFlight.incrementAndGet() <= limits.requests()) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    void left() {
        inFlight.decrementAndGet();
    }

    /** How long a connection may wait for its next request. */
    Duration patience(boolean answered) {
        return answered && open.get() <= limits.connections() / 2 ? limits.kept() : limits.idle();
    }

    HttpLimits limits() {
        return limits;
    }

    TrustedProxies proxies() {
        return proxies;
    }

    HttpService service() {
        return service;
    }

    HttpMetrics metrics() {
        return metrics;
    }

    RequestIds ids() {
        return ids;
    }

    DateHeader date() {
        return date;
    }

    /** Whether {@link #close} has begun, which its connections learn one after the other. */
    boolean isClosing() {
        return closing;
    }

    /** Accepts no more connections and requests, answers those in flight for {@link HttpLimits#drain}, then closes. */
    @Override
    public void close() {
        closing = true;
        listener.close().awaitUninterruptibly();
        connections.forEach(connection -> connection.channel().eventLoop().execute(connection::drain));
        long waitMillis = limits.drain().toMillis();
        if (!channels.newCloseFuture().awaitUninterruptibly(waitMillis, TimeUnit.MILLISECONDS)) {
            log.warn(
                    "{} connections closed with requests in flight after {}",
                    channels.size(),
                    Durations.text(limits.drain()));
            channels.close().awaitUninterruptibly();
        }
        threads.close();
        metrics.close();
    }
}
