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
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Event loops and the timer of one client or server: daemons named {@code chameleon-io-*}. Epoll if available, else
 * NIO. Connections within the process have loops of their own.
 */
public final class IoThreads {
    private static final String NAME = "chameleon-io";
    private static final int TICK_MILLIS = 50;
    private static final long OTHER_ENDS_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Those with connections within the process. */
    private static final Set<IoThreads> WITHIN = ConcurrentHashMap.newKeySet();

    private final EventLoopGroup group;
    private final EventLoopGroup localGroup;
    private final HashedWheelTimer timer =
            new HashedWheelTimer(new DefaultThreadFactory(NAME + "-timer", true), TICK_MILLIS, TimeUnit.MILLISECONDS);

    public IoThreads(int threads) {
        IoHandlerFactory factory = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(NAME, true), factory);
        localGroup = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(NAME + "-local", true), LocalIoHandler.newFactory());
    }

    public EventLoopGroup group() {
        return group;
    }

    /** The loops of connections within the process; they have no threads before the first. */
    public EventLoopGroup localGroup() {
        WITHIN.add(this);
        return localGroup;
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
        return Stream.of(group, localGroup)
                .anyMatch(loops ->
                        StreamSupport.stream(loops.spliterator(), false).anyMatch(EventExecutor::inEventLoop));
    }

    /**
     * Stops all threads; pending tasks and timeouts are dropped. Waits at most five seconds, never on its own loops.
     */
    public void close() {
        timer.stop();
        if (WITHIN.contains(this) && !onLoop()) {
            awaitOtherEnds();
        }
        WITHIN.remove(this);
        List<Future<?>> stopping = List.of(stop(group), stop(localGroup));
        if (!onLoop()) {
            stopping.forEach(stopped -> stopped.awaitUninterruptibly(2, TimeUnit.SECONDS));
        }
    }

    /**
     * The end of a connection within the process that closes second tells the first: Netty logs an exception if the
     * loops of that one are gone. Each other loop has heard of what closed here once it has run a task.
     */
    private void awaitOtherEnds() {
        long end = System.nanoTime() + OTHER_ENDS_NANOS;
        List<Future<?>> turns = WITHIN.stream()
                .filter(other -> other != this)
                .flatMap(other -> StreamSupport.stream(other.localGroup.spliterator(), false))
                .filter(loop -> !loop.inEventLoop())
                .<Future<?>>mapMulti(IoThreads::turn)
                .toList();
        turns.forEach(turn -> turn.awaitUninterruptibly(end - System.nanoTime(), TimeUnit.NANOSECONDS));
    }

    private static void turn(EventExecutor loop, Consumer<Future<?>> turns) {
        try {
            turns.accept(loop.submit(() -> {}));
        } catch (RejectedExecutionException e) {
            // It stops, too: all of its ends have closed.
        }
    }

    private static Future<?> stop(EventLoopGroup loops) {
        return loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
