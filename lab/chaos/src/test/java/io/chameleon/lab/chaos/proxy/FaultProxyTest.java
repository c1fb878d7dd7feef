package io.chameleon.lab.chaos.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An echo server behind the proxy. */
class FaultProxyTest {
    private static final int SILENCE_MILLIS = 300;

    /** Bytes that have reached the echo server. */
    private final AtomicLong heard = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private ServerSocket echo;

    @SuppressWarnings("NullAway.Init")
    private FaultProxy proxy;

    @SuppressWarnings("NullAway.Init")
    private Socket client;

    @SuppressWarnings("NullAway.Init")
    private Link link;

    @BeforeEach
    void connect() throws IOException {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
        proxy = new FaultProxy();
        Endpoint address = proxy.route("a", "b", new Endpoint("127.0.0.1", echo.getLocalPort()));
        link = proxy.links().getFirst();
        client = new Socket(address.host(), address.port());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        echo.close();
    }

    private void serve() {
        while (true) {
            try {
                Socket socket = echo.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        echo(socket.getInputStream(), socket.getOutputStream());
                    } catch (IOException ended) {
                        // The test is over, or has reset the connection.
                    }
                });
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void echo(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[8_192];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            heard.addAndGet(length);
            out.write(buffer, 0, length);
        }
    }

    @Test
    void withoutFault_bytesArriveUnchanged() throws IOException {
        assertThat(link.name()).isEqualTo("a > b");
        byte[] bytes = new byte[3 << 20];
        new Random(1).nextBytes(bytes);
        Thread.ofVirtual().start(() -> {
            try {
                client.getOutputStream().write(bytes);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    @Test
    void silent_nothingArrivesUntilItHeals_thenAllOfIt() throws IOException {
        assertEchoed(1);
        link.disturb(LinkFault.SILENT, Duration.ZERO);
        client.getOutputStream().write(2);
        assertSilence();
        link.heal();
        assertThat(client.getInputStream().read()).isEqualTo(2);
        assertEchoed(3);
    }

    @Test
    void noRequests_nothingArrivesThereUntilItHeals() throws IOException {
        assertEchoed(1);
        link.disturb(LinkFault.NO_REQUESTS, Duration.ZERO);
        client.getOutputStream().write(2);
        assertSilence();
        assertThat(heard).hasValue(1);
        link.heal();
        assertThat(client.getInputStream().read()).isEqualTo(2);
    }

    @Test
    void noAnswers_requestsArriveThere_andTheirAnswersOnceItHeals() throws IOException {
        assertEchoed(1);
        link.disturb(LinkFault.NO_ANSWERS, Duration.ZERO);
        client.getOutputStream().write(2);
        await().until(() -> heard.get() == 2);
        assertSilence();
        link.heal();
        assertThat(client.getInputStream().read()).isEqualTo(2);
    }

    /** The other way round an answer that is late, but not held back yet, would come with the second fault. */
    @Test
    void secondOneWayFault_holdsTheOtherDirection() throws IOException {
        assertEchoed(1);
        link.disturb(LinkFault.NO_REQUESTS, Duration.ZERO);
        client.getOutputStream().write(2);
        assertSilence();
        link.disturb(LinkFault.NO_ANSWERS, Duration.ZERO);
        client.getOutputStream().write(3);
        assertSilence();
        link.heal();
        assertThat(client.getInputStream().readNBytes(2)).containsExactly(2, 3);
    }

    @Test
    void slow_bytesComeLateAndInOrder() throws IOException {
        link.disturb(LinkFault.SLOW, Duration.ofMillis(50));
        long start = System.nanoTime();
        assertEchoed(1);
        assertThat(System.nanoTime() - start)
                .isGreaterThanOrEqualTo(Duration.ofMillis(100).toNanos());
        client.getOutputStream().write(new byte[] {2, 3});
        client.getOutputStream().write(new byte[] {4});
        assertThat(client.getInputStream().readNBytes(3)).containsExactly(2, 3, 4);
    }

    @Test
    void reset_endsConnectionsAndRefusesNewOnes_untilItHeals() throws IOException {
        assertEchoed(1);
        link.disturb(LinkFault.RESET, Duration.ZERO);
        assertThatThrownBy(() -> assertEchoed(2)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> {
                    try (Socket another = new Socket(client.getInetAddress(), client.getPort())) {
                        another.getOutputStream().write(1);
                        if (another.getInputStream().read() < 0) {
                            throw new IOException("closed");
                        }
                    }
                })
                .isInstanceOf(IOException.class);
        link.heal();
        client = new Socket(client.getInetAddress(), client.getPort());
        assertEchoed(3);
    }

    private void assertEchoed(int value) throws IOException {
        client.getOutputStream().write(value);
        int answer = client.getInputStream().read();
        if (answer < 0) {
            throw new IOException("closed");
        }
        assertThat(answer).isEqualTo(value);
    }

    private void assertSilence() throws IOException {
        client.setSoTimeout(SILENCE_MILLIS);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(0);
    }
}
