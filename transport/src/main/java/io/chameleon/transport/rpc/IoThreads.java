package io.chameleon.transport.rpc;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Event loops and the timer of one client or server: daemons named {@code chameleon-io-*}. Epoll if available, else
 * NIO.
 */
public final class IoThreads {
    private static final String NAME = "chameleon-io";
    private static final int TICK_MILLIS = 50;

    private final EventLoopGroup group;
    private final HashedWheelTimer timer =
            new HashedWheelTimer(new DefaultThreadFactory(NAME + "-timer", true), TICK_MILLIS, TimeUnit.MILLISECONDS);

    public IoThreads(int threads) {
        IoHandlerFactory factory = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(NAME, true), factory);
    }

    public EventLoopGroup group() {
        return group;
    }

    public Class<? extends Channel> socketClass() {
        return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    public Class<? extends ServerChannel> serverSocketClass() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    /** Runs {@code task}, which must be short, on the timer's thread, at most 50 ms late. */
    public Timeout after(long nanos, Runnable task) {
        return timer.newTimeout(timeout -> task.run(), nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether the caller runs on one of these loops, where waiting for another task would never end. */
    public boolean onLoop() {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Stops all threads; pending tasks and timeouts are dropped. Waits at most two seconds, and never on its own loops.
     */
    public void close() {
        timer.stop();
        Future<?> stopped = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        if (!onLoop()) {
            stopped.awaitUninterruptibly(2, TimeUnit.SECONDS);
        }
    }
}
