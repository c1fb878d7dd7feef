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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The address is that of the S3 gateway, or of a proxy: nobody should look for a certificate. */
    @ParameterizedTest
    @CsvSource({"HTTP/1.1 400 Bad Request, an HTTP server", "SSH-2.0-OpenSSH_9.2, no process of Chameleon's"})
    void answerOfAnotherService_saysWhatItIs(String answer, String named) {
        FrameDecoder decoder = FrameDecoder.ofAnswers(Duration.ofSeconds(60));
        ClientConnection connection = new ClientConnection(
                new Endpoint("meta", 1), TransportConfig.defaults(), channel, decoder, new SendProgress(), ready);
        channel.pipeline().addLast(decoder, connection).fireChannelActive();
        channel.writeInbound(Unpooled.copiedBuffer(answer + "\r\n".repeat(20), StandardCharsets.US_ASCII));

        assertThatThrownBy(ready::join)
                .hasCauseInstanceOf(NotExecutedError.class)
                .hasMessageContaining("no connection to meta:1")
                .hasMessageContaining(named)
                .hasMessageNotContaining("TLS");
    }

    /** As an admin page, which waits for a request that it can read. */
    @Test
    void peerThatNeverGreets_mayBeAnotherService() {
        channel.freezeTime();
        ClientConnection connection = new ClientConnection(
                new Endpoint("meta", 1),
                TransportConfig.defaults().withConnectTimeout(Duration.ofSeconds(3)),
                channel,
                FrameDecoder.ofAnswers(Duration.ofSeconds(60)),
                new SendProgress(),
                ready);
        channel.pipeline().addLast(connection).fireChannelActive();
        channel.advanceTimeBy(3, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();

        assertThatThrownBy(ready::join).hasMessageContaining("no HELLO within 3s: it may be another service's port");
    }
}
