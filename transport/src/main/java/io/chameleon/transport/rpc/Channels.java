package io.chameleon.transport.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.function.Consumer;

/** Writes without a listener. A failed write closes its channel, and the close handles the failure. */
public final class Channels {
    private Channels() {}

    public static void send(Channel channel, ByteBuf frame) {
        ChannelFuture unused = channel.writeAndFlush(frame);
    }

    /** Reports to {@code done} whether the whole frame has left the process, once that is known. */
    public static void send(Channel channel, ByteBuf frame, Consumer<Boolean> done) {
        ChannelFuture sent = channel.writeAndFlush(frame);
        if (sent.isDone()) {
            // An event loop that has ended would tell nobody, and log that with a stack trace.
            done.accept(sent.isSuccess());
        } else {
            ChannelFuture unused = sent.addListener(known -> done.accept(known.isSuccess()));
        }
    }

    public static void close(Channel channel) {
        ChannelFuture unused = channel.close();
    }
}
