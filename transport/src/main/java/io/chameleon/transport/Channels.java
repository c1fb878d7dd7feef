package io.chameleon.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.function.Consumer;

/** Writes nobody waits for. A write that fails closes its channel, and that is where failures are handled. */
final class Channels {
    private Channels() {}

    static void send(Channel channel, ByteBuf frame) {
        ChannelFuture unused = channel.writeAndFlush(frame);
    }

    /** Tells {@code done}, on the event loop, whether the whole frame has left the process, when that is known. */
    static void send(Channel channel, ByteBuf frame, Consumer<Boolean> done) {
        ChannelFuture unused = channel.writeAndFlush(frame).addListener(sent -> done.accept(sent.isSuccess()));
    }

    static void close(Channel channel) {
        ChannelFuture unused = channel.close();
    }
}
