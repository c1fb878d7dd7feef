package io.chameleon.lab.chaos.proxy;

import io.chameleon.lab.chaos.process.Routes;
import io.chameleon.transport.rpc.Endpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A proxy between processes that can disturb each {@link Link} separately. Each client gets an address of 127.0.0.0/8
 * of its own, with the port of the target: a process needs to be told only a host. That takes Linux, where all these
 * addresses are loopback.
 */
public final class FaultProxy implements Routes, AutoCloseable {
    private static final int CLOSE_SECONDS = 5;

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<String, String> hosts = new LinkedHashMap<>();
    private final Map<String, Link> links = new LinkedHashMap<>();

    public FaultProxy() {}

    @Override
    public synchronized Endpoint route(String from, String to, Endpoint target) {
        String host = hosts.computeIfAbsent(from, name -> "127.0." + (1 + hosts.size()) + ".1");
        Endpoint address = new Endpoint(host, target.port());
        Link link = new Link(from, to, target);
        if (links.putIfAbsent(link.name(), link) == null) {
            listen(address, link);
        }
        return address;
    }

    private void listen(Endpoint address, Link link) {
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        link.accept(channel);
                    }
                })
                .bind(address.host(), address.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "no proxy on " + address + " for " + link.name() + ": "
                            + bound.cause().getMessage() + "; faults between processes need Linux and its 127.0.0.0/8",
                    bound.cause());
        }
    }

    public synchronized List<Link> links() {
        return new ArrayList<>(links.values());
    }

    @Override
    public void close() {
        Future<?> unused = threads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
