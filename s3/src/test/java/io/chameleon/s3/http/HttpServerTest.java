package io.chameleon.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final HttpServer server = new HttpServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            null,
            HttpLimits.DEFAULT,
            List.of(),
            this::answerOnceClosing,
            new SimpleMeterRegistry(),
            InstantSource.system());

    @AfterEach
    void stop() {
        server.close();
    }

    /** Keeps the connection's event loop from its order to end, which comes after the server began to close. */
    private CompletableFuture<S3Response> answerOnceClosing(S3Request request) {
        var unused = closed.completeAsync(() -> {
            server.close();
            return null;
        });
        await().atMost(PATIENCE).until(server::isClosing);
        return CompletableFuture.completedFuture(S3Response.of(200).body(new byte[] {'!'}));
    }

    @Test
    void portInUse_isNamed() {
        InetSocketAddress taken = new InetSocketAddress("127.0.0.1", server.port());
        assertThatThrownBy(() -> new HttpServer(
                                taken,
                                null,
                                HttpLimits.DEFAULT,
                                List.of(),
                                this::answerOnceClosing,
                                new SimpleMeterRegistry(),
                                InstantSource.system())
                        .close())
                .isInstanceOf(IllegalStateException.class)
                .message()
                .startsWith("cannot listen on 127.0.0.1:" + server.port() + ": ")
                .endsWith("Address already in use")
                .doesNotContain("Exception");
    }

    @Test
    void answer_onceTheServerCloses_saysThatTheConnectionEnds_alsoBeforeItWasToldTo() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write("GET /a/b HTTP/1.1\r\nHost: s3\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n!");
            assertThat(answer.lines()).contains("connection: close");
        }
        assertThat(closed).succeedsWithin(PATIENCE);
    }
}
