package io.chameleon.lab.chaos.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection. The next piece is read when the last one has been passed on, so memory stays
 * bounded. While the link holds this direction, nothing is read, not even that the sender has gone.
 */
final class Relay extends ChannelInboundHandlerAdapter {
    private final Link link;
    private final Channel to;
    private final boolean requests;
    private final Deque<Object> held = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private boolean passing;

    Relay(Link link, Channel to, boolean requests) {
        this.link = link;
        this.to = to;
        this.requests = requests;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object piece) {
        held.add(piece);
        pass();
    }

    /** Continues after the link has healed. From any thread. */
    void resume() {
        to.eventLoop().execute(this::pass);
    }

    /** On the event loop, which both ends share: passes on the next piece, or asks for one. */
    private void pass() {
        ChannelHandlerContext from = context;
        if (passing || from == null || link.holds(requests)) {
            return;
        }
        Object piece = held.poll();
        if (piece == null) {
            from.read();
            return;
        }
        passing = true;
        long late = link.delay().toMillis();
        if (late == 0) {
            write(piece);
        } else {
            Future<?> unused = to.eventLoop().schedule(() -> write(piece), late, TimeUnit.MILLISECONDS);
        }
    }

    private void write(Object piece) {
        ChannelFuture unused = to.writeAndFlush(piece).addListener(written -> {
            passing = false;
            if (written.isSuccess()) {
                pass();
            } else {
                closeBoth();
            }
        });
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        forget();
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        ChannelFuture unused = to.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        reset();
    }

    void forget() {
        link.forget(this);
    }

    private void closeBoth() {
        ChannelHandlerContext from = context;
        if (from != null) {
            ChannelFuture unused = from.close();
        }
        ChannelFuture unusedToo = to.close();
    }

    /** Ends the connection like a crashed host. From any thread. */
    void reset() {
        ChannelHandlerContext from = context;
        if (from != null) {
            reset(from.channel());
        }
        reset(to);
    }

    static void reset(Channel channel) {
        channel.eventLoop().execute(() -> {
            if (channel.isOpen()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            }
            ChannelFuture unused = channel.close();
        });
    }
}
