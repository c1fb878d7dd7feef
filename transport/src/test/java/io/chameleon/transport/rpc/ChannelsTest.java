package io.chameleon.transport.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.local.LocalChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ChannelsTest {
    /** As of a client that is closed meanwhile. */
    @Test
    void frameForAChannelWhoseEventLoopHasEnded_isToldAsNotSent() {
        EventLoop ended = new DefaultEventLoop();
        Channel channel = new LocalChannel();
        ChannelFuture unused = ended.register(channel).syncUninterruptibly();
        ended.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
        ByteBuf frame = Unpooled.buffer(1).writeByte(1);
        AtomicReference<@Nullable Boolean> sent = new AtomicReference<>();

        Channels.send(channel, frame, sent::set);

        assertThat(sent.get()).isFalse();
        assertThat(frame.refCnt()).isZero();
    }
}
