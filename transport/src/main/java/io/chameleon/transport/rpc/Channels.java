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

    /** Reports to {@code done}, on the event loop, whether the whole frame has left the process, once that is known. */
    public static void send(Channel channel, ByteBuf frame, Consumer<Boolean> done) {
        ChannelFuture unused = channel.writeAndFlush(frame).addListener(sent -> done.accept(sent.isSuccess()));
    }

    public static void close(Channel channel) {
        ChannelFuture unused = channel.close();
    }
}
