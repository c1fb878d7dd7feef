package io.chameleon.transport.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IoThreadsTest {
    private final IoThreads first = new IoThreads(1);
    private final IoThreads second = new IoThreads(1);

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    /** It tells this one, which Netty logs with a stack trace if nobody is there. */
    @Test
    void close_whileTheOtherEndOfAConnectionIsBusy_waitsForIt() {
        Channel end = connection();
        CompletableFuture<Boolean> isLeftAlone = new CompletableFuture<>();
        second.localGroup()
                .execute(() -> isLeftAlone.complete(
                        first.localGroup().terminationFuture().awaitUninterruptibly(200, TimeUnit.MILLISECONDS)));

        end.close().syncUninterruptibly();
        first.close();

        assertThat(isLeftAlone.join()).isFalse();
    }

    @Test
    void close_ofAnotherThatIsClosedAlready_endsItsThreads() {
        Channel unused = connection();
        second.close();
        first.close();

        assertThat(first.localGroup().isTerminated()).isTrue();
    }

    private Channel connection() {
        Channel listener = new ServerBootstrap()
                .group(second.localGroup())
                .channel(LocalServerChannel.class)
                .childHandler(new Idle())
                .bind(LocalAddress.ANY)
                .syncUninterruptibly()
                .channel();
        return new Bootstrap()
                .group(first.localGroup())
                .channel(LocalChannel.class)
                .handler(new Idle())
                .connect(listener.localAddress())
                .syncUninterruptibly()
                .channel();
    }

    private static final class Idle extends ChannelInboundHandlerAdapter {}
}
