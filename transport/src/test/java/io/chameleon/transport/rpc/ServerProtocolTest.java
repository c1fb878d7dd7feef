package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.Hello;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server and peers that send raw bytes. docs/reference/wire.md promises what is asserted here. */
@ExtendWith(LeakCheck.class)
class ServerProtocolTest {
    private static final int RESPONSE = 2;
    private static final int ERROR = 3;
    private static final int HELLO = 5;

    private final PooledByteBufAllocator allocator = Fixtures.exactAllocator();
    private final TransportConfig config = Fixtures.config(allocator);
    private final CompletableFuture<Message> never = new CompletableFuture<>();
    private NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, this::handle, config);

    private CompletableFuture<Message> handle(Message request, CallContext context) {
        int length = request.type() == MessageType.GET_FRAGMENT
                ? request.header(GetFragmentRequest.class).getLength()
                : 0;
        return length == 99 ? never : Fixtures.echo(request, context);
    }

    @AfterEach
    void close_server_leavesNoMemoryInUse() {
        server.close();
        await().untilAsserted(
                        () -> assertThat(Fixtures.activeBuffers(allocator)).isZero());
    }

    private void restart(TransportConfig newConfig) {
        server.close();
        server = new NettyRpcServer("127.0.0.1", 0, this::handle, newConfig);
    }

    static byte[] helloOf(int lowest, int highest) {
        Hello hello = Hello.newBuilder()
                .setMinProtocolVersion(lowest)
                .setProtocolVersion(highest)
                .setMaxHeaderBytes(1 << 20)
                .setMaxPayloadBytes(1 << 20)
                .build();
        return RawPeer.bytes(Frame.encode(UnpooledByteBufAllocator.DEFAULT, FrameKind.HELLO, 0, 0, 0, hello));
    }

    static byte[] response(long stream, byte[] payload) {
        return RawPeer.bytes(Frame.encode(
                UnpooledByteBufAllocator.DEFAULT,
                FrameKind.RESPONSE,
                0,
                MessageType.GET_FRAGMENT.code(),
                stream,
                0,
                GetFragmentResponse.getDefaultInstance(),
                Unpooled.wrappedBuffer(payload)));
    }

    private static byte[] get(long stream, int length) {
        return RawPeer.request(
                MessageType.GET_FRAGMENT.code(),
                stream,
                20_000_000,
                GetFragmentRequest.newBuilder().setLength(length).build(),
                new byte[0]);
    }

    private static byte[] cancel(long stream) {
        return RawPeer.bytes(Frame.encode(
                UnpooledByteBufAllocator.DEFAULT, FrameKind.CANCEL, 0, 0, stream, Empty.getDefaultInstance()));
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static void assertBrokenOff(RawPeer peer, String reason) throws IOException {
        RawPeer.Received farewell = peer.receive();
        assertThat(farewell.kind()).isEqualTo(ERROR);
        assertThat(farewell.stream()).isZero();
        assertThat(farewell.error().getCode()).isEqualTo(ErrorCode.PROTOCOL_ERROR.code());
        assertThat(farewell.error().getMessage()).contains(reason);
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    void hello_ofAVersionRangeThatOverlaps_isAnsweredWithHello() throws IOException {
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send(helloOf(1, 7));

            RawPeer.Received hello = peer.receive();

            assertThat(hello.kind()).isEqualTo(HELLO);
            assertThat(Hello.parseFrom(hello.header()).getProtocolVersion()).isEqualTo(1);
            assertThat(Hello.parseFrom(hello.header()).getMaxPayloadBytes()).isEqualTo(config.maxPayloadBytes());
        }
    }

    @Test
    void hello_ofAVersionWeDoNotSpeak_isRefusedWithBothRanges() throws IOException {
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send(concat(helloOf(2, 3), helloOf(2, 3), RawPeer.ping(1)));

            assertBrokenOff(peer, "protocol version: '2 to 3' given, expected 1");
        }
    }

    @Test
    void firstFrame_thatIsNoHello_endsTheConnection() throws IOException {
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send(RawPeer.ping(1));

            assertBrokenOff(peer, "expected HELLO");
        }
    }

    @Test
    void peer_thatSaysNothing_isClosed() throws IOException {
        restart(Impatient.whileConnecting(config));
        try (RawPeer peer = new RawPeer(server.port())) {
            assertBrokenOff(peer, "no HELLO within");
        }
    }

    @Test
    void connection_idleForLong_isClosed() throws IOException {
        restart(Impatient.whenIdle(config));
        // A connection may also be idle for too long before it has greeted.
        await().ignoreExceptions().until(() -> {
            try (RawPeer peer = new RawPeer(server.port()).greeted()) {
                return peer.isClosed();
            }
        });
    }

    @Test
    void frame_thatDoesNotEnd_isClosed() throws IOException {
        restart(Impatient.withinFrames(config));
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(Arrays.copyOf(RawPeer.ping(1), 39));

            assertBrokenOff(peer, "not complete within");
        }
    }

    @Test
    void unknownType_isAnErrorAndTheConnectionSurvives() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(RawPeer.request(9999, 1, 1_000_000, Empty.getDefaultInstance(), new byte[10]));
            peer.send(RawPeer.ping(2));

            RawPeer.Received error = peer.receive();
            assertThat(error.kind()).isEqualTo(ERROR);
            assertThat(error.stream()).isEqualTo(1);
            assertThat(error.flags()).isEqualTo(1);
            assertThat(error.error().getCode()).isEqualTo(ErrorCode.PROTOCOL_ERROR.code());
            assertThat(error.error().getMessage()).contains("9999");
            assertThat(peer.receive().kind()).isEqualTo(RESPONSE);
        }
    }

    @Test
    void numberOfNoServerOfTheProcess_isRefusedUnexecutedAndTheConnectionSurvives() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            int ping = MessageType.PING.code();
            peer.send(RawPeer.request(255, ping, 1, 9_000_000, Empty.getDefaultInstance(), new byte[10]));
            peer.send(RawPeer.ping(2));

            RawPeer.Received error = peer.receive();
            assertThat(error.stream()).isEqualTo(1);
            assertThat(error.flags()).isEqualTo(1);
            assertThat(error.error().getCode()).isEqualTo(ErrorCode.UNAVAILABLE.code());
            assertThat(error.error().getMessage()).contains("number '255'").contains("at most 0");
            assertThat(peer.receive().kind()).isEqualTo(RESPONSE);
        }
    }

    @Test
    void headerOfManyEmptyElements_isRefusedAndTheConnectionSurvives() throws IOException {
        byte[] header = new byte[2 * (Headers.MAX_FIELDS + 1)];
        for (int i = 0; i < header.length; i += 2) {
            header[i] = (byte) (3 << 3);
        }
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(RawPeer.request(
                    MessageType.GET_FRAGMENT.code(), 1, 9_000_000, new BytesMessage(header), new byte[0]));
            peer.send(RawPeer.ping(2));

            assertThat(peer.receive().error().getMessage()).contains(Headers.MAX_FIELDS + " fields");
            assertThat(peer.receive().kind()).isEqualTo(RESPONSE);
        }
    }

    @Test
    void deletionOfVeryManyWrites_isRefusedBeforeItIsParsed() throws IOException {
        byte[] header = new byte[128 << 10];
        for (int i = 0; i < header.length; i += 2) {
            header[i] = (byte) (1 << 3 | 2);
        }
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(RawPeer.request(
                    MessageType.DELETE_FRAGMENTS.code(), 1, 9_000_000, new BytesMessage(header), new byte[0]));
            peer.send(RawPeer.ping(2));

            assertThat(peer.receive().error().getMessage()).contains(Headers.MAX_FIELDS_OF_DELETION + " fields");
            assertThat(peer.receive().kind()).isEqualTo(RESPONSE);
        }
    }

    @Test
    void requestWithoutTimeLeft_isRefusedUnexecuted() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(RawPeer.request(17, 1, 0, GetFragmentRequest.getDefaultInstance(), new byte[0]));

            RawPeer.Received error = peer.receive();
            assertThat(error.error().getCode()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED.code());
            assertThat(error.flags()).isEqualTo(1);
        }
    }

    @Test
    void streamThatIsOpen_openedAgain_endsTheConnection() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(concat(get(1, 99), get(1, 99)));

            assertBrokenOff(peer, "stream: '1'");
        }
        await().until(never::isCancelled);
    }

    @Test
    void streamZero_forARequest_endsTheConnection() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(get(0, 1));

            assertBrokenOff(peer, "stream: '0'");
        }
    }

    @Test
    void answerFromAClient_endsTheConnection() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(response(1, new byte[0]));

            assertBrokenOff(peer, "RESPONSE");
        }
    }

    @Test
    void cancel_ofAnOpenStream_cancelsItsHandlerAndIsNotAnswered() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(concat(cancel(7), get(1, 99), cancel(1), RawPeer.ping(2)));

            assertThat(peer.receive().stream()).isEqualTo(2);
            await().until(never::isCancelled);
        }
    }

    @Test
    void halfClosedConnection_isClosedAndItsHandlersCancelled() throws IOException {
        try (RawPeer peer = new RawPeer(server.port()).greeted()) {
            peer.send(get(1, 99));
            peer.shutdownOutput();

            assertThat(peer.isClosed()).isTrue();
        }
        await().until(never::isCancelled);
    }

    @Test
    void connections_beyondTheBound_areClosed() throws IOException {
        restart(Impatient.bounded(config, 10, 1 << 20, 1));
        try (RawPeer first = new RawPeer(server.port()).greeted();
                RawPeer second = new RawPeer(server.port())) {
            assertThat(second.isClosed()).isTrue();
            first.send(RawPeer.ping(1));
            assertThat(first.receive().kind()).isEqualTo(RESPONSE);
        }
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            try (RawPeer third = new RawPeer(server.port()).greeted()) {
                third.send(RawPeer.ping(1));
                return third.receive().kind() == RESPONSE;
            }
        });
    }
}
