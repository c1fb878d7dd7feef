package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.ConnectionLimits;
import io.chameleon.transport.rpc.server.FairPlaces;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.rpc.server.StrangerLog;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Malicious clients on raw sockets: whatever they do, another client is served and memory does not grow. */
@ExtendWith(LeakCheck.class)
class HostileClientsTest {
    private static final int MANY = 60;
    private static final int MAX_CONNECTIONS = 100;
    private static final int MAX_PER_ADDRESS = 70;
    private static final int MIB = 1 << 20;
    private static final Duration SOON = Duration.ofMillis(300);

    private final PooledByteBufAllocator memory = Fixtures.exactAllocator();
    private final TransportConfig config = config(MAX_PER_ADDRESS);
    private final AtomicLong most = new AtomicLong();
    private final Set<String> askers = ConcurrentHashMap.newKeySet();
    private final List<RawPeer> hostile = new ArrayList<>();
    private final NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, Fixtures::echo, config);
    private final NettyRpcClient good = new NettyRpcClient(Fixtures.config(PooledByteBufAllocator.DEFAULT));

    private TransportConfig config(int perAddress) {
        return Fixtures.config(memory)
                .with()
                .connectionsPerEndpoint(1)
                .maxInFlightRequests(16)
                .maxInFlightBytes(1 << 20)
                .maxConnections(MAX_CONNECTIONS)
                .maxConnectionsPerAddress(perAddress)
                .frameTimeout(SOON)
                .idleTimeout(Duration.ofSeconds(30))
                .closeTimeout(Duration.ofSeconds(1))
                .build();
    }

    @BeforeEach
    void quiet() {
        Loggers.of(NettyRpcServer.class).setLevel(Level.ERROR);
    }

    @AfterEach
    void close() throws IOException {
        for (RawPeer peer : hostile) {
            peer.close();
        }
        good.close();
        server.close();
        await().untilAsserted(() -> assertThat(Fixtures.activeBuffers(memory)).isZero());
    }

    private RawPeer peer() throws IOException {
        RawPeer peer = new RawPeer(server.port());
        hostile.add(peer);
        return peer;
    }

    private void assertOthersAreServed() {
        assertOthersAreServed(server);
    }

    private void assertOthersAreServed(NettyRpcServer asked) {
        for (int i = 0; i < 5; i++) {
            good.call(new Endpoint("127.0.0.1", asked.port()), Fixtures.echoRequest(i, new byte[1000]), PATIENCE)
                    .join()
                    .release();
        }
    }

    /** Asserts that the server has ended a connection, with or without an error. */
    private static void assertEnded(RawPeer peer) throws IOException {
        try {
            while (true) {
                RawPeer.Received unused = peer.receive();
            }
        } catch (java.io.EOFException | SocketException ended) {
            assertThat(ended).isNotNull();
        }
    }

    @Test
    void slowLoris_beforeHello_isEndedInTime_howeverManyBytesTrickleIn() throws IOException {
        byte[] hello = RawPeer.hello();
        try (NettyRpcServer impatient =
                new NettyRpcServer("127.0.0.1", 0, Fixtures::echo, config.withConnectTimeout(SOON))) {
            for (int i = 0; i < MANY; i++) {
                RawPeer peer = new RawPeer(impatient.port());
                hostile.add(peer);
                peer.send(Arrays.copyOf(hello, 1 + i % 30));
            }

            // On a busy machine an honest client may greet too late, too.
            await().ignoreExceptions().untilAsserted(() -> assertOthersAreServed(impatient));

            for (RawPeer peer : hostile) {
                assertEnded(peer);
            }
        }
    }

    @Test
    void slowLoris_withinARequest_isEndedInTime_andHoldsNoMoreThanItSent() throws IOException {
        byte[] put = RawPeer.request(
                MessageType.PUT_FRAGMENT.code(),
                1,
                60_000_000,
                Fixtures.put(io.netty.buffer.Unpooled.EMPTY_BUFFER).header(),
                new byte[8 << 20]);
        for (int i = 0; i < MANY; i++) {
            peer().greeted().send(Arrays.copyOf(put, 30_000));
        }

        assertOthersAreServed();

        // 60 claims of 8 MiB: at most four times the sent bytes are held.
        assertThat(Fixtures.activeBytes(memory)).isLessThan(MANY * 4 * 64_000L);
        for (RawPeer peer : hostile) {
            assertEnded(peer);
        }
    }

    @Test
    void frame_thatClaimsFourGigabytes_endsItsConnectionBeforeAnythingIsAllocated() throws IOException {
        byte[] request = RawPeer.ping(1);
        ByteBuffer.wrap(request).putInt(24, -1);
        int crc = io.chameleon.transport.frame.Crc.of(Arrays.copyOf(request, 36));
        ByteBuffer.wrap(request).putInt(36, crc);
        for (int i = 0; i < MANY; i++) {
            peer().greeted().send(request);
        }

        for (RawPeer peer : hostile) {
            assertThat(peer.receive().error().getCode()).isEqualTo(ErrorCode.PROTOCOL_ERROR.code());
            assertThat(peer.isClosed()).isTrue();
        }
        assertOthersAreServed();
    }

    @Test
    void halfClosedConnection_isClosed() throws IOException {
        for (int i = 0; i < MANY; i++) {
            RawPeer peer = peer().greeted();
            peer.send(RawPeer.ping(1));
            peer.shutdownOutput();
        }

        assertOthersAreServed();

        for (RawPeer peer : hostile) {
            assertEnded(peer);
        }
    }

    @Test
    void flood_ofRequestsWhoseAnswersNobodyReads_isHeldBackAtTheSocket() throws IOException {
        byte[] payload = new byte[64 << 10];
        List<CompletableFuture<Long>> floods = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            RawPeer peer = peer().greeted();
            floods.add(CompletableFuture.supplyAsync(() -> flood(peer, payload)));
        }

        assertOthersAreServed();

        // Per connection: the bytes in flight, one read beyond them, and the arriving frame.
        assertThat(Fixtures.activeBytes(memory)).isLessThan(8L * (3 << 20));
        for (RawPeer peer : hostile) {
            peer.close();
        }
        assertThat(floods).allSatisfy(flood -> assertThat(flood.join()).isLessThan(1000));
    }

    /** Answers with a mebibyte, after reserving room for it. */
    private CompletableFuture<Message> mebibyte(Message request, CallContext context) {
        CompletableFuture<Message> answer = new CompletableFuture<>();
        askers.add(context.peer());
        Runnable make = () -> {
            Message made = new Message(
                    MessageType.GET_FRAGMENT,
                    GetFragmentResponse.getDefaultInstance(),
                    memory.directBuffer(MIB).writeZero(MIB));
            most.accumulateAndGet(Fixtures.activeBytes(memory), Math::max);
            if (!answer.complete(made)) {
                made.release();
            }
        };
        if (context.answerMemory().reserve(MIB, () -> ForkJoinPool.commonPool().execute(make))) {
            make.run();
        }
        return answer;
    }

    private static void askForMany(RawPeer peer, int requests) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int stream = 1; stream <= requests; stream++) {
            all.writeBytes(RawPeer.request(
                    MessageType.GET_FRAGMENT.code(),
                    stream,
                    60_000_000,
                    GetFragmentRequest.getDefaultInstance(),
                    new byte[0]));
        }
        peer.send(all.toByteArray()); // at once: the server may close after the first answer that nobody reads
    }

    @Test
    void tinyRequestsForLargeAnswers_nobodyReads_areAnsweredWithinTheServersBound() throws IOException {
        int inAll = 16 * MIB;
        TransportConfig bounded = config.with()
                .maxInFlightRequests(256)
                .maxInFlightBytes(inAll)
                .maxTotalInFlightBytes(inAll)
                .frameTimeout(Duration.ofSeconds(30))
                .build();
        try (NettyRpcServer large = new NettyRpcServer("127.0.0.1", 0, this::mebibyte, bounded);
                RawPeer greedy = new RawPeer(large.port()).greeted();
                RawPeer other = new RawPeer(large.port()).greeted()) {
            askForMany(greedy, 256);
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(200))
                    .until(() -> most.get() > 0 && before.getAndSet(most.get()) == most.get());

            // Seven eighths, and the first answer beyond.
            assertThat(most.get()).isLessThan(inAll + MIB);
            askForMany(other, 1);
            assertThat(other.receive().payload()).as("what is left is others'").hasSize(MIB);
            for (int i = 0; i < 256; i++) {
                assertThat(greedy.receive().payload()).hasSize(MIB);
            }
            assertThat(most.get()).isLessThan(inAll + 2 * MIB);
        }
    }

    @Test
    void answersAbandonedWhileTheyWaitForRoom_areNeverMade() throws IOException {
        TransportConfig bounded = config.with()
                .maxInFlightRequests(256)
                .maxInFlightBytes(16 * MIB)
                .maxTotalInFlightBytes(16 * MIB)
                .frameTimeout(Duration.ofSeconds(30))
                .build();
        try (NettyRpcServer large = new NettyRpcServer("127.0.0.1", 0, this::mebibyte, bounded)) {
            RawPeer greedy = new RawPeer(large.port()).greeted();
            askForMany(greedy, 256);
            await().until(() -> most.get() > 8 * MIB);
            greedy.close();

            await().untilAsserted(
                            () -> assertThat(Fixtures.activeBuffers(memory)).isZero());
            assertThat(most.get()).isLessThan(17 * MIB);
        }
    }

    @Test
    void peersThatReadNothing_areClosed_andHoldNoMemoryAnyMore() throws IOException {
        try (NettyRpcServer large = new NettyRpcServer("127.0.0.1", 0, this::mebibyte, config)) {
            List<RawPeer> mute = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                RawPeer peer = new RawPeer(large.port()).greeted();
                mute.add(peer);
                hostile.add(peer);
                askForMany(peer, 16);
            }

            // The clients neither read nor close, so the server does.
            await().until(() -> askers.size() == mute.size() && most.get() > 0 && Fixtures.activeBuffers(memory) == 0);
            for (RawPeer peer : mute) {
                assertEnded(peer);
            }
        }
    }

    /**
     * Sends until the socket is closed, since it blocks when the server stops reading; returns the number of requests
     * sent.
     */
    private static long flood(RawPeer peer, byte[] payload) {
        long sent = 0;
        try {
            while (true) {
                peer.send(RawPeer.request(
                        MessageType.GET_FRAGMENT.code(),
                        sent + 1,
                        60_000_000,
                        io.chameleon.transport.wire.GetFragmentRequest.getDefaultInstance(),
                        payload));
                sent++;
            }
        } catch (IOException closed) {
            return sent;
        }
    }

    @Test
    void connections_fromOneAddress_areBounded_andAdmittedAgainWhenOthersHaveGone() throws IOException {
        for (int i = 0; i < MAX_PER_ADDRESS; i++) {
            RawPeer unused = peer().greeted();
        }

        assertThat(peer().isClosed()).isTrue();

        for (int i = 0; i < 10; i++) {
            hostile.get(i).close();
        }
        // Whoever connects before they have gone is refused.
        await().ignoreExceptions().untilAsserted(this::assertOthersAreServed);
    }

    @Test
    void limits_countAddressesApart() {
        ConnectionLimits limits = new ConnectionLimits(3, 2);
        java.net.InetSocketAddress one = new java.net.InetSocketAddress("10.0.0.1", 1);
        java.net.InetSocketAddress two = new java.net.InetSocketAddress("10.0.0.2", 1);

        assertThat(limits.admit(one)).isNull();
        assertThat(limits.admit(one)).isNull();
        assertThat(limits.admit(one)).contains("from its address");
        assertThat(limits.admit(two)).isNull();
        assertThat(limits.admit(two)).contains("3 connections are open");
        limits.left(one);
        assertThat(limits.admit(two)).isNull();
    }

    @Test
    void places_areNotAllOneCallers() {
        FairPlaces places = new FairPlaces(16);
        CallContext flooding = new CallContext("a", Long.MAX_VALUE, new Principal("mallory", Role.USER));
        CallContext elsewhere = new CallContext("b", Long.MAX_VALUE, new Principal("mallory", Role.USER));
        CallContext other = new CallContext("c", Long.MAX_VALUE, new Principal("alice", Role.USER));

        for (int i = 0; i < 14; i++) {
            assertThat(places.tryAcquire(i % 2 == 0 ? flooding : elsewhere)).isTrue();
        }

        assertThat(places.tryAcquire(elsewhere)).isFalse();
        assertThat(places.tryAcquire(other)).isTrue();
        assertThat(places.tryAcquire(other)).isTrue();
        assertThat(places.tryAcquire(other)).isFalse();
        places.release(flooding);
        assertThat(places.tryAcquire(other)).isTrue();
    }

    @Test
    void warningsAboutStrangers_areFewHoweverManyCome() {
        AtomicLong now = new AtomicLong();
        Logger logger = Loggers.named("strangers-of-this-test");
        ch.qos.logback.core.read.ListAppender<ch.qos.logback.classic.spi.ILoggingEvent> lines =
                new ch.qos.logback.core.read.ListAppender<>();
        lines.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(lines);
        StrangerLog log = new StrangerLog(logger, now::get);

        for (int i = 0; i < 10_000; i++) {
            log.warn("connection from {} closed: {}", "10.0.0.1", "magic");
        }
        assertThat(lines.list).hasSize(StrangerLog.LINES);
        now.addAndGet(StrangerLog.PERIOD.toNanos());
        log.warn("connection from {} closed: {}", "10.0.0.1", "magic");

        assertThat(lines.list.get(StrangerLog.LINES).getFormattedMessage())
                .isEqualTo("9980 more warnings of this kind were left out");
    }
}
