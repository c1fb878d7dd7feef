package io.chameleon.transport.rpc;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelProgressiveFuture;
import io.netty.channel.ChannelProgressiveFutureListener;
import io.netty.channel.ChannelProgressivePromise;
import io.netty.channel.ChannelPromise;

/** Sits next to the socket and knows when bytes last left this process, also in the middle of a frame. */
public final class SendProgress extends ChannelOutboundHandlerAdapter {
    private volatile long lastNanos = System.nanoTime();

    /** By {@link System#nanoTime()}; before the first send, the time when the connection was made. */
    public long lastNanos() {
        return lastNanos;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ChannelProgressivePromise progress = ctx.newProgressivePromise();
        var unusedListener = progress.addListener(new ChannelProgressiveFutureListener() {
            @Override
            public void operationProgressed(ChannelProgressiveFuture sending, long sent, long total) {
                lastNanos = System.nanoTime();
            }

            @Override
            public void operationComplete(ChannelProgressiveFuture sending) {
                lastNanos = System.nanoTime();
                if (sending.isSuccess()) {
                    promise.trySuccess();
                } else {
                    promise.tryFailure(sending.cause());
                }
            }
        });
        var unused = ctx.write(message, progress);
    }
}
