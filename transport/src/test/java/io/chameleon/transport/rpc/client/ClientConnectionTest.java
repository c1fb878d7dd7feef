package io.chameleon.transport.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameDecoder;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.SendProgress;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.WireErrors;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a peer says that ends the connection before it is open. */
final class ClientConnectionTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final CompletableFuture<ClientConnection> ready = new CompletableFuture<>();

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    /** Connects, and lets the peer refuse that after a while. */
    private void refused(Duration connectTimeout, Duration after) {
        ClientConnection connection = new ClientConnection(
                new Endpoint("meta", 1),
                TransportConfig.defaults().withConnectTimeout(connectTimeout),
                channel,
                FrameDecoder.ofAnswers(Duration.ofSeconds(1)),
                new SendProgress(),
                ready);
        channel.pipeline().addLast(connection).fireChannelActive();
        long begun = System.nanoTime();
        await().until(() -> System.nanoTime() - begun >= after.toNanos());
        byte[] error = WireErrors.pack(new ChameleonError(ErrorCode.PROTOCOL_ERROR, "told to refuse"))
                .toByteArray();
        channel.writeInbound(new Frame(FrameKind.ERROR, 0, 0, 0, 0, error, Unpooled.EMPTY_BUFFER, 0));
    }

    /** As after a pause of this process: no defect, and the next connection may be in time. */
    @Test
    void greetingThatThePeerHasNotWaitedFor_leavesCallsToBeSentAgain() {
        refused(Duration.ofMillis(1), Duration.ofMillis(1));

        assertThatThrownBy(ready::join)
                .hasCauseInstanceOf(NotExecutedError.class)
                .hasMessageContaining("told to refuse");
    }

    @Test
    void greetingThatThePeerCannotRead_isAnErrorOfTheProtocol() {
        refused(Duration.ofHours(1), Duration.ZERO);

        assertThatThrownBy(ready::join)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL_ERROR));
    }
}
