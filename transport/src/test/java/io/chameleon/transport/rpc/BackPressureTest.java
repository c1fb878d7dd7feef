package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The faster side waits, in bounded memory. */
@ExtendWith(LeakCheck.class)
class BackPressureTest {
    private static final int MIB = 1 << 20;
    private static final int REQUESTS = 8;
    private static final int BYTES = 4 * MIB;

    private final PooledByteBufAllocator serverMemory = Fixtures.exactAllocator();
    private final TransportConfig bounded = Impatient.bounded(Fixtures.config(serverMemory), REQUESTS, BYTES, 10);

    @Test
    void readerThatDoesNotRead_holdsBoundedMemoryAndGetsEverythingInTheEnd() throws IOException {
        int requests = 200;
        AtomicInteger handled = new AtomicInteger();
        AtomicLong peak = new AtomicLong();
        RpcHandler mebibyte = (request, context) -> {
            handled.incrementAndGet();
            peak.accumulateAndGet(Fixtures.activeBytes(serverMemory), Math::max);
            return CompletableFuture.completedFuture(new Message(
                    MessageType.GET_FRAGMENT,
                    GetFragmentResponse.getDefaultInstance(),
                    serverMemory.directBuffer(MIB).writeZero(MIB)));
        };
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, mebibyte, bounded);
                RawPeer reader = new RawPeer(server.port()).greeted()) {
            for (int stream = 1; stream <= requests; stream++) {
                reader.send(RawPeer.request(
                        MessageType.GET_FRAGMENT.code(),
                        stream,
                        60_000_000,
                        GetFragmentRequest.getDefaultInstance(),
                        new byte[0]));
            }
            AtomicInteger before = new AtomicInteger(-1);
            await().pollInterval(Duration.ofMillis(200))
                    .until(() -> handled.get() > 0 && before.getAndSet(handled.get()) == handled.get());
            assertThat(handled.get()).isPositive().isLessThan(requests / 2);

            for (int i = 0; i < requests; i++) {
                assertThat(reader.receive().payload()).hasSize(MIB);
            }
            assertThat(handled).hasValue(requests);
            assertThat(peak.get()).isLessThan(BYTES + 2L * MIB);
        }
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(serverMemory)).isZero());
    }

    @Test
    void clientWithoutMemoryForAnAnswer_saysThatItsOwnIsShort() {
        RpcHandler mebibyte = (request, context) -> CompletableFuture.completedFuture(new Message(
                MessageType.GET_FRAGMENT,
                GetFragmentResponse.getDefaultInstance(),
                serverMemory.directBuffer(MIB).writeZero(MIB)));
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, mebibyte, bounded);
                NettyRpcClient client = new NettyRpcClient(Fixtures.config(new LittleMemory()))) {
            Message get = Message.of(MessageType.GET_FRAGMENT, GetFragmentRequest.getDefaultInstance());
            assertThat(client.call(new Endpoint("127.0.0.1", server.port()), get, PATIENCE))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withMessageContaining("lost: this process has too little memory: Cannot reserve")
                    .havingRootCause()
                    .isInstanceOf(OutOfMemoryError.class);
        }
    }

    private static final class LittleMemory extends PooledByteBufAllocator {
        @Override
        protected ByteBuf newDirectBuffer(int initial, int most) {
            if (most >= MIB / 8 && most <= 2 * MIB) {
                throw new OutOfMemoryError("Cannot reserve " + initial + " bytes of direct buffer memory");
            }
            return super.newDirectBuffer(initial, most);
        }
    }

    @Test
    void serverThatDoesNotAnswer_makesTheClientStopWithinBothBounds() {
        PooledByteBufAllocator clientMemory = Fixtures.exactAllocator();
        TransportConfig clientConfig = Impatient.bounded(Fixtures.config(clientMemory), 1000, BYTES, 10);
        Queue<CompletableFuture<Message>> held = new ConcurrentLinkedQueue<>();
        CompletableFuture<Void> thaw = new CompletableFuture<>();
        RpcHandler slow = (request, context) -> {
            CompletableFuture<Message> answer =
                    thaw.thenApply(now -> Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance()));
            held.add(answer);
            return answer;
        };
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, slow, bounded);
                NettyRpcClient client = new NettyRpcClient(clientConfig)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            client.call(endpoint, Fixtures.ping(), PATIENCE).join().release();
            List<CompletableFuture<Message>> accepted = new ArrayList<>();
            // The client also refuses while its event loop has not yet written queued requests: offer until the server
            // is full.
            await().pollInterval(Duration.ofMillis(1)).until(() -> {
                offerMebibyte(client, endpoint, accepted);
                return held.size() >= BYTES / MIB;
            });
            Optional<Throwable> refusal = Optional.empty();
            while (refusal.isEmpty()) {
                assertThat(accepted).hasSizeLessThan(1000);
                refusal = offerMebibyte(client, endpoint, accepted);
            }

            assertThat(refusal.get())
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.OVERLOADED));
            assertThat(Fixtures.activeBytes(serverMemory)).isLessThan(BYTES + 2L * MIB);

            thaw.complete(null);
            accepted.forEach(answer -> answer.join().release());
        }
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(serverMemory)).isZero());
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(clientMemory)).isZero());
    }

    @Test
    void connectionsTogether_beyondTheServersBound_areNotReadAndAreAnsweredInTheEnd() {
        int clients = 8;
        int putsOfEach = 12;
        int inAll = 8 * MIB;
        TransportConfig together = bounded.withMaxTotalInFlightBytes(inAll);
        TransportConfig roomy = Impatient.bounded(Fixtures.config(Fixtures.exactAllocator()), 1000, 64 * MIB, 10);
        AtomicInteger handled = new AtomicInteger();
        CompletableFuture<Void> thaw = new CompletableFuture<>();
        RpcHandler slow = (request, context) -> {
            handled.incrementAndGet();
            return thaw.thenApply(now -> Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance()));
        };
        List<NettyRpcClient> callers = new ArrayList<>();
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, slow, together)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            List<CompletableFuture<Message>> answers = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                NettyRpcClient caller = new NettyRpcClient(roomy);
                callers.add(caller);
                for (int put = 0; put < putsOfEach; put++) {
                    answers.add(caller.call(
                            endpoint, Fixtures.put(Unpooled.directBuffer(MIB).writeZero(MIB)), PATIENCE));
                }
            }
            AtomicInteger before = new AtomicInteger(-1);
            await().pollInterval(Duration.ofMillis(200))
                    .until(() -> handled.get() > 0 && before.getAndSet(handled.get()) == handled.get());

            // Each connection may have an arriving frame besides the bytes counted when it last checked.
            assertThat(Fixtures.activeBytes(serverMemory)).isLessThan(inAll + clients * 2L * MIB);

            thaw.complete(null);
            answers.forEach(answer -> answer.join().release());
            assertThat(handled).hasValue(clients * putsOfEach);
        } finally {
            callers.forEach(NettyRpcClient::close);
        }
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(serverMemory)).isZero());
    }

    /** Adds the call to those accepted, or returns why it was refused at once. */
    private static Optional<Throwable> offerMebibyte(
            RpcClient client, Endpoint endpoint, List<CompletableFuture<Message>> accepted) {
        CompletableFuture<Message> answer =
                client.call(endpoint, Fixtures.put(Unpooled.directBuffer(MIB).writeZero(MIB)), PATIENCE);
        if (answer.isCompletedExceptionally()) {
            return Optional.of(RpcContract.failure(answer));
        }
        accepted.add(answer);
        return Optional.empty();
    }

    @Test
    void refusals_nobodyReads_stopTheServerFromReadingMore() throws Exception {
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, Fixtures::echo, bounded);
                RawPeer peer = RawPeer.narrow(server.port()).greeted()) {
            byte[] unknownType = RawPeer.request(9999, 1, 1_000_000, Empty.getDefaultInstance(), new byte[0]);
            ByteArrayOutputStream thousand = new ByteArrayOutputStream();
            for (int i = 0; i < 1000; i++) {
                thousand.writeBytes(unknownType);
            }
            // A million requests; the thread blocks once the server has stopped reading and the sockets are full.
            Thread flood = new Thread(() -> {
                try {
                    for (int i = 0; i < 1000; i++) {
                        peer.send(thousand.toByteArray());
                    }
                } catch (IOException e) {
                    // Closed below.
                }
            });
            flood.start();

            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(300))
                    .until(() -> before.getAndSet(Fixtures.activeBuffers(serverMemory))
                            == Fixtures.activeBuffers(serverMemory));
            assertThat(flood.isAlive()).isTrue();
            assertThat(Fixtures.activeBytes(serverMemory)).isLessThan(4 * MIB);
            peer.close();
            flood.join();
        }
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(serverMemory)).isZero());
    }

    @Test
    void requestsBeyondTheBound_inOneRead_waitForTheirTurn() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger mostRunning = new AtomicInteger();
        BlockingQueue<Runnable> finish = new LinkedBlockingQueue<>();
        RpcHandler counted = (request, context) -> {
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
            CompletableFuture<Message> answer = new CompletableFuture<>();
            finish.add(() -> {
                running.decrementAndGet();
                answer.complete(Message.of(MessageType.GET_FRAGMENT, GetFragmentResponse.getDefaultInstance()));
            });
            return answer;
        };
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, counted, bounded);
                RawPeer peer = new RawPeer(server.port()).greeted()) {
            for (int stream = 1; stream <= 100; stream++) {
                peer.send(RawPeer.request(
                        MessageType.GET_FRAGMENT.code(),
                        stream,
                        60_000_000,
                        GetFragmentRequest.getDefaultInstance(),
                        new byte[0]));
            }
            for (int i = 0; i < 100; i++) {
                Objects.requireNonNull(finish.poll(2, TimeUnit.MINUTES)).run();
            }
            for (int i = 0; i < 100; i++) {
                assertThat(peer.receive().kind()).isEqualTo(2);
            }
        }
        assertThat(mostRunning).hasValueLessThanOrEqualTo(REQUESTS).hasPositiveValue();
    }

    @Test
    void requests_thatWaitForAConnection_areBounded() throws IOException {
        try (ServerSocket mute = new ServerSocket(0);
                NettyRpcClient client = new NettyRpcClient(bounded)) {
            Endpoint silent = new Endpoint("127.0.0.1", mute.getLocalPort());
            List<CompletableFuture<Message>> waiting = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                waiting.add(client.call(silent, Fixtures.get(1), PATIENCE));
            }

            assertThat(RpcContract.failure(client.call(silent, Fixtures.get(1), PATIENCE)))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.OVERLOADED));
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        }
    }
}
