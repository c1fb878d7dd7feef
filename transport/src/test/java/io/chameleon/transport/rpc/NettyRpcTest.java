package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.testing.FreePorts;
import io.chameleon.transport.frame.Crc;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.HostedServer;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NettyRpcTest extends RpcContract {
    private final PooledByteBufAllocator allocator = Fixtures.exactAllocator();
    private final TransportConfig config = Fixtures.config(allocator);
    private final NettyRpcClient client = new NettyRpcClient(config);
    private final List<NettyRpcServer> servers = new ArrayList<>();

    @AfterEach
    void close_everything_leavesNoMemoryInUse() {
        client.close();
        servers.forEach(NettyRpcServer::close);
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(allocator)).isZero());
    }

    @Override
    RpcClient client() {
        return client;
    }

    @Override
    Endpoint serve(RpcHandler handler) {
        return endpoint(start(0, handler, config));
    }

    @Override
    Endpoint serve(RpcHandler handler, String flashServer, String cluster) {
        return serve(List.of(new HostedServer(flashServer, handler)), cluster);
    }

    private Endpoint serve(List<HostedServer> hosted, String cluster) {
        NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, hosted, config, () -> cluster);
        servers.add(server);
        return endpoint(server);
    }

    @Override
    Endpoint nowhere() {
        return new Endpoint("127.0.0.1", 1);
    }

    private NettyRpcServer start(int port, RpcHandler handler, TransportConfig serverConfig) {
        NettyRpcServer server = new NettyRpcServer("127.0.0.1", port, handler, serverConfig);
        servers.add(server);
        return server;
    }

    private static Endpoint endpoint(NettyRpcServer server) {
        return new Endpoint("127.0.0.1", server.port());
    }

    @Test
    void flashServersOfOneProcess_areCalledByTheirIds_overOneConnection() {
        Set<String> connections = ConcurrentHashMap.newKeySet();
        List<String> reached = new CopyOnWriteArrayList<>();
        List<HostedServer> hosted = Stream.of("flash-a", "flash-b", "flash-c")
                .map(id -> new HostedServer(id, (request, context) -> {
                    connections.add(context.peer());
                    reached.add(id);
                    return Fixtures.echo(request, context);
                }))
                .toList();
        Endpoint process = serve(hosted, "");

        for (String id : List.of("flash-c", "flash-a", "flash-b", "flash-c")) {
            client.call(process.as(id), Fixtures.echoRequest(1, new byte[9]), PATIENCE)
                    .join()
                    .release();
        }
        client.call(process, Fixtures.get(1), PATIENCE).join().release();

        assertThat(reached).containsExactly("flash-c", "flash-a", "flash-b", "flash-c", "flash-a");
        assertThat(connections).hasSize(1);
        assertThat(failure(client.call(process.as("flash-d"), Fixtures.echoRequest(1, new byte[9]), PATIENCE)))
                .isInstanceOf(NotExecutedError.class)
                .hasMessage("no connection to " + process
                        + ": flash server 'flash-a', 'flash-b', 'flash-c' answers, expected 'flash-d'");
    }

    @Test
    void flashServers_whoseIdsNoClientWouldTake_areRefusedAtOnce() {
        RpcHandler handler = Fixtures::echo;
        List<HostedServer> hosted = IntStream.range(0, 100)
                .mapToObj(number -> new HostedServer("x".repeat(60) + number, handler))
                .toList();

        assertThatThrownBy(() -> serve(hosted, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 256 with ids of 3072 bytes");
    }

    @Test
    void payloadChecksum_computedOnArrival_isKnownToTheCaller() {
        Endpoint server = serve(Fixtures::echo);

        Message answer = client.call(server, Fixtures.echoRequest(1, new byte[] {1, 2, 3}), PATIENCE)
                .join();

        assertThat(answer.payloadCrc32c()).hasValue(Crc.of(new byte[] {1, 2, 3}));
        answer.release();
    }

    /** The receiver decides whether bytes and checksum match, whatever the sender believes. */
    @Test
    void payload_changedAfterItsChecksumWasComputed_reachesNobody() {
        Endpoint server = serve((request, context) -> CompletableFuture.completedFuture(new Message(
                request.type(),
                GetFragmentResponse.getDefaultInstance(),
                allocator.directBuffer().writeBytes(new byte[] {1, 2, 3}),
                OptionalInt.of(Crc.of(new byte[] {1, 2, 4})))));

        CompletableFuture<Message> answer = client.call(server, Fixtures.get(1), PATIENCE);

        assertThatThrownBy(answer::join)
                .cause()
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("payload CRC");
    }

    @Test
    void hostWithSeveralAddresses_isReachedAtTheFirstThatAnswers() throws IOException {
        Endpoint server = serve(Fixtures::echo);
        InetAddress nobody = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (NettyRpcClient named = new NettyRpcClient(config, host -> new InetAddress[] {nobody, nobody, here})) {
            Message answer = named.call(new Endpoint("several.example", server.port()), Fixtures.ping(), PATIENCE)
                    .join();
            assertThat(answer.type()).isEqualTo(MessageType.PING);
            answer.release();
        }
    }

    /** As a process that is stopped. */
    @Test
    void hostWhoseFirstAddressAcceptsAndSaysNothing_isReachedAtTheNext() throws IOException {
        Endpoint server = serve(Fixtures::echo);
        InetAddress silent = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        TransportConfig impatient = config.withConnectTimeout(Duration.ofMillis(100));
        try (ServerSocket stopped = new ServerSocket(server.port(), 10, silent);
                NettyRpcClient named =
                        new NettyRpcClient(impatient, host -> new InetAddress[] {stopped.getInetAddress(), here})) {
            Endpoint endpoint = new Endpoint("several.example", server.port());
            assertThatThrownBy(() ->
                            named.call(endpoint, Fixtures.ping(), PATIENCE).join())
                    .hasCauseInstanceOf(NotExecutedError.class);

            // A busy machine may not greet in time at the next either.
            await().ignoreExceptions()
                    .untilAsserted(() -> named.call(endpoint, Fixtures.ping(), PATIENCE)
                            .join()
                            .release());
        }
    }

    @Test
    void nameThatTakesLong_doesNotHoldUpTheOthers() throws IOException {
        Endpoint server = serve(Fixtures::echo);
        CountDownLatch never = new CountDownLatch(1);
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (NettyRpcClient named = new NettyRpcClient(config, host -> {
            if (host.startsWith("slow")) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return new InetAddress[] {here};
        })) {
            CompletableFuture<Message> slow =
                    named.call(new Endpoint("slow.example", server.port()), Fixtures.ping(), PATIENCE);

            named.call(new Endpoint("quick.example", server.port()), Fixtures.ping(), PATIENCE)
                    .join()
                    .release();

            assertThat(slow).isNotDone();
        }
    }

    @Test
    void errorOfTheNameService_failsTheCall_andTheNextTriesAgain() throws IOException {
        Endpoint server = serve(Fixtures::echo);
        AtomicInteger asked = new AtomicInteger();
        InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (NettyRpcClient named = new NettyRpcClient(config, host -> {
            if (asked.getAndIncrement() == 0) {
                throw new NoClassDefFoundError("told to fail");
            }
            return new InetAddress[] {here};
        })) {
            Endpoint endpoint = new Endpoint("some.example", server.port());
            assertThatThrownBy(() ->
                            named.call(endpoint, Fixtures.ping(), PATIENCE).join())
                    .hasCauseInstanceOf(NotExecutedError.class);

            named.call(endpoint, Fixtures.ping(), PATIENCE).join().release();
        }
    }

    @Test
    void thousandRequests_atOnce_eachGetsItsOwnAnswer() {
        // Answers leave in another order than requests came in.
        Deque<Runnable> held = new ConcurrentLinkedDeque<>();
        AtomicInteger arrived = new AtomicInteger();
        Endpoint server = serve((request, context) -> {
            request.payload().retain();
            CompletableFuture<Message> answer = new CompletableFuture<>();
            held.push(() -> {
                CompletableFuture<Message> echoed = Fixtures.echo(request, context);
                answer.complete(echoed.join());
                request.payload().release();
            });
            if (arrived.incrementAndGet() % 100 == 0) {
                for (Runnable next = held.poll(); next != null; next = held.poll()) {
                    next.run();
                }
            }
            return answer;
        });

        List<CompletableFuture<Message>> answers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            if (i == 100) {
                // The first may wait while a connection is made.
                answers.get(0).join();
            }
            answers.add(client.call(server, Fixtures.echoRequest(i, new byte[] {(byte) i}), PATIENCE));
        }

        for (int i = 0; i < answers.size(); i++) {
            Message answer = answers.get(i).join();
            assertThat(answer.header(GetFragmentResponse.class).getFragmentLength())
                    .isEqualTo(i);
            assertThat(answer.payload().readByte()).isEqualTo((byte) i);
            answer.release();
        }
    }

    @Test
    void server_killedInMidRequest_isUnavailableAndTheNextCallReconnects() {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        // Nobody else gets this port while no server has it.
        NettyRpcServer killed = start(
                FreePorts.take(),
                (request, context) -> {
                    reached.complete(null);
                    return new CompletableFuture<>();
                },
                config.withCloseTimeout(Duration.ZERO));
        Endpoint endpoint = endpoint(killed);
        CompletableFuture<Message> open = client.call(endpoint, Fixtures.get(1), PATIENCE);
        reached.join();

        killed.close();

        assertThat(failure(open))
                .isNotInstanceOf(NotExecutedError.class)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThat(failure(client.call(endpoint, Fixtures.get(1), PATIENCE))).isInstanceOf(NotExecutedError.class);
        start(endpoint.port(), Fixtures::echo, config);
        client.call(endpoint, Fixtures.get(1), PATIENCE).join().release();
    }

    @Test
    void server_closing_answersWhatIsInFlightAndRefusesWhatComesLater() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        CompletableFuture<Void> reached = new CompletableFuture<>();
        // Whatever arrives before it begins to close is answered at once, and asked again.
        NettyRpcServer server = start(
                0,
                (request, context) -> reached.complete(null) ? work : Fixtures.echo(request, context),
                config.withCloseTimeout(PATIENCE));
        Endpoint endpoint = endpoint(server);
        CompletableFuture<Message> open = client.call(endpoint, Fixtures.get(1), PATIENCE);
        reached.join();

        CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
        await().untilAsserted(() -> assertThat(failure(client.call(endpoint, Fixtures.get(2), PATIENCE)))
                .isInstanceOf(NotExecutedError.class));
        assertThat(closed).isNotDone();
        work.complete(Message.of(
                MessageType.GET_FRAGMENT,
                GetFragmentResponse.newBuilder().setFragmentLength(9).build()));

        Message answer = open.join();
        assertThat(answer.header(GetFragmentResponse.class).getFragmentLength()).isEqualTo(9);
        answer.release();
        closed.join();
    }

    @Test
    void request_largerThanTheServerTakes_failsBeforeItIsSent() {
        Endpoint server = serve(Fixtures::echo);
        client.call(server, Fixtures.get(1), PATIENCE).join().release();

        CompletableFuture<Message> answer =
                client.call(server, Fixtures.put(Unpooled.wrappedBuffer(new byte[(16 << 20) + 1])), PATIENCE);

        assertThat(failure(answer))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("16777217");
    }

    @Test
    void answer_largerThanTheClientTakes_isAnErrorInItsPlace() {
        Endpoint server = serve((request, context) -> CompletableFuture.completedFuture(new Message(
                MessageType.GET_FRAGMENT,
                GetFragmentResponse.getDefaultInstance(),
                Unpooled.wrappedBuffer(new byte[(16 << 20) + 1]))));

        assertThat(failure(client.call(server, Fixtures.get(1), PATIENCE)))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
        client.call(server, Fixtures.ping(), PATIENCE).join().release();
    }

    @Test
    void host_withoutAddress_isUnavailable() {
        Endpoint unknown = new Endpoint("no-such-host.invalid", 1);

        assertThat(failure(client.call(unknown, Fixtures.get(1), PATIENCE)))
                .isInstanceOf(NotExecutedError.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void host_givenByName_isFound() {
        int port = serve(Fixtures::echo).port();

        client.call(new Endpoint("localhost", port), Fixtures.get(1), PATIENCE)
                .join()
                .release();
    }

    @Test
    void peer_thatNeverSaysHello_isUnavailable() throws IOException {
        try (ServerSocket mute = new ServerSocket(0);
                NettyRpcClient hasty = new NettyRpcClient(Impatient.whileConnecting(config))) {
            assertThat(failure(hasty.call(new Endpoint("127.0.0.1", mute.getLocalPort()), Fixtures.get(1), PATIENCE)))
                    .isInstanceOf(NotExecutedError.class)
                    .hasMessageContaining("HELLO");
        }
    }

    @Test
    void peer_ofAnotherVersion_isAClearProtocolError() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            CompletableFuture<Message> answer =
                    client.call(new Endpoint("127.0.0.1", other.getLocalPort()), Fixtures.get(1), PATIENCE);
            try (RawPeer future = new RawPeer(other.accept())) {
                future.receive();
                future.send(ServerProtocolTest.helloOf(2, 3));

                assertThat(failure(answer))
                        .isInstanceOfSatisfying(
                                ChameleonError.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL_ERROR))
                        .hasMessage("protocol version: '2 to 3' given, expected 1");
            }
        }
    }

    @Test
    void peer_thatAnswersGarbage_isUnavailable() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            CompletableFuture<Message> answer =
                    client.call(new Endpoint("127.0.0.1", other.getLocalPort()), Fixtures.get(1), PATIENCE);
            try (RawPeer peer = new RawPeer(other.accept())) {
                peer.receive();
                peer.send(RawPeer.hello());
                peer.receive();
                peer.send(new byte[100]);

                assertThat(failure(answer))
                        .isInstanceOfSatisfying(
                                ChameleonError.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                        .hasMessageContaining("magic");
            }
        }
    }

    @Test
    void answers_nobodyWaitsFor_areReleased() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", other.getLocalPort());
            CompletableFuture<Message> late = client.call(endpoint, Fixtures.get(1), PATIENCE);
            try (RawPeer peer = new RawPeer(other.accept())) {
                peer.receive();
                peer.send(RawPeer.hello());
                RawPeer.Received request = peer.receive();
                late.cancel(false);
                RawPeer.Received cancel = peer.receive();
                assertThat(cancel.kind()).isEqualTo(4);
                assertThat(cancel.stream()).isEqualTo(request.stream());

                peer.send(ServerProtocolTest.response(request.stream(), new byte[100_000]));
                peer.send(ServerProtocolTest.response(12345, new byte[100_000]));
                // Later frames are still understood, and both sides' memory is free.
                await().untilAsserted(() ->
                        assertThat(Fixtures.activeBuffers(allocator)).isZero());
            }
        }
    }

    @Test
    void ioThreads_ofAClient_areNamedDaemons() {
        Endpoint server = serve(Fixtures::echo);
        CompletableFuture<Thread> completedOn = new CompletableFuture<>();
        CompletableFuture<Void> done = client.call(server, Fixtures.get(1), PATIENCE)
                .thenAccept(answer -> {
                    completedOn.complete(Thread.currentThread());
                    answer.release();
                });
        done.join();

        List<Thread> ours = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("chameleon-io"))
                .toList();
        assertThat(ours).hasSizeGreaterThanOrEqualTo(3).allMatch(Thread::isDaemon);
    }

    @Test
    void server_onATakenPort_saysWhichOne() {
        int taken = serve(Fixtures::echo).port();

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> start(taken, Fixtures::echo, config))
                .hasMessageContaining("127.0.0.1:" + taken);
    }

    @Test
    void payload_composedOfParts_arrivesWhole() {
        Endpoint server = serve(Fixtures::echo);
        Message request = new Message(
                MessageType.GET_FRAGMENT,
                Fixtures.get(1).header(),
                Unpooled.wrappedBuffer(
                        Unpooled.copiedBuffer(new byte[] {1, 2}),
                        Unpooled.directBuffer(2).writeShort(3)));

        Message answer = client.call(server, request, PATIENCE).join();

        assertThat(ByteBufUtil.getBytes(answer.payload())).containsExactly(1, 2, 0, 3);
        answer.release();
    }
}
