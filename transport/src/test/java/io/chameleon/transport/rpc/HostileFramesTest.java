package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.chameleon.transport.frame.Crc;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hostile peers: whatever they send, the server continues to serve and keeps nothing of it. */
@ExtendWith(LeakCheck.class)
class HostileFramesTest {
    private static final int FRAMES = 10_000;
    private static final int PREAMBLE = 40;

    private final PooledByteBufAllocator memory = Fixtures.exactAllocator();
    private final TransportConfig config = Fixtures.config(memory);

    @Test
    void tenThousandMutatedFrames_thrownAtALiveServer_doNotDisturbIt() throws IOException {
        Loggers.of(NettyRpcServer.class).setLevel(Level.OFF);
        long seed = Long.getLong("chameleon.seed", 20261121);
        Random random = new Random(seed);
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, HostileFramesTest::echoAnything, config);
                NettyRpcClient good = new NettyRpcClient(config)) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            for (int i = 0; i < FRAMES; i++) {
                attack(server.port(), random);
                if (i % 20 == 0) {
                    byte[] payload = new byte[random.nextInt(10_000)];
                    random.nextBytes(payload);
                    Message answer = good.call(endpoint, Fixtures.echoRequest(i, payload), PATIENCE)
                            .join();
                    assertThat(answer.header(GetFragmentResponse.class).getFragmentLength())
                            .as("seed %d, frame %d", seed, i)
                            .isEqualTo(i);
                    assertThat(ByteBufUtil.getBytes(answer.payload()))
                            .as("seed %d, frame %d", seed, i)
                            .isEqualTo(payload);
                    answer.release();
                }
            }
            // Before anything is closed on our side.
            await().untilAsserted(() -> assertThat(Fixtures.activeBuffers(memory))
                    .as("buffers left, seed %d", seed)
                    .isZero());
        }
    }

    @Test
    void inflatedLengths_ofManyConnections_allocateNothing() throws IOException {
        List<RawPeer> attackers = new ArrayList<>();
        try (NettyRpcServer server = new NettyRpcServer("127.0.0.1", 0, HostileFramesTest::echoAnything, config);
                NettyRpcClient good = new NettyRpcClient(config)) {
            for (int i = 0; i < 100; i++) {
                RawPeer attacker = new RawPeer(server.port()).greeted();
                attackers.add(attacker);
                ByteBuffer claim = ByteBuffer.wrap(RawPeer.ping(1));
                claim.putInt(20, config.maxHeaderBytes()).putInt(24, config.maxPayloadBytes());
                attacker.send(resealed(claim.array()));
                attacker.send(new byte[10]);
            }
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port());
            good.call(endpoint, Fixtures.get(1), PATIENCE).join().release();

            // 1.7 GiB are claimed; a small buffer each is kept.
            assertThat(Fixtures.activeBytes(memory)).isLessThan(2 << 20);
            for (RawPeer attacker : attackers) {
                attacker.close();
            }
        }
        await().untilAsserted(() -> assertThat(Fixtures.activeBuffers(memory)).isZero());
    }

    private static CompletableFuture<Message> echoAnything(Message request, CallContext context) {
        if (request.type() == MessageType.GET_FRAGMENT) {
            return Fixtures.echo(request, context);
        }
        return CompletableFuture.failedFuture(new io.chameleon.core.error.ChameleonError(
                io.chameleon.core.error.ErrorCode.INVALID_REQUEST, "not served here"));
    }

    /** One connection, one mutated frame, among good ones. */
    private static void attack(int port, Random random) throws IOException {
        try (RawPeer peer = new RawPeer(port)) {
            peer.resetOnClose();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            boolean greeted = random.nextInt(10) > 0;
            if (greeted) {
                bytes.writeBytes(RawPeer.hello());
            }
            if (random.nextInt(3) == 0) {
                bytes.writeBytes(validRequest(random, 1));
            }
            bytes.writeBytes(mutated(greeted ? validRequest(random, 2) : RawPeer.hello(), random));
            if (random.nextInt(3) == 0) {
                bytes.writeBytes(validRequest(random, 3));
            }
            peer.send(bytes.toByteArray());
            if (random.nextInt(4) == 0) {
                peer.shutdownOutput();
            }
            // A HELLO cut short is answered only after its timeout.
            if (greeted && random.nextInt(4) == 0) {
                peer.receive();
            }
        } catch (SocketException | java.io.EOFException e) {
            // The server has closed already, as it may.
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the server neither answers nor closes", e);
        }
    }

    private static byte[] validRequest(Random random, long stream) {
        byte[] payload = new byte[random.nextInt(3000)];
        random.nextBytes(payload);
        return RawPeer.request(
                MessageType.GET_FRAGMENT.code(),
                stream,
                5_000_000,
                GetFragmentRequest.newBuilder().setLength(random.nextInt()).build(),
                payload);
    }

    private static byte[] mutated(byte[] frame, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> flipped(frame, random, frame.length);
            case 1 -> flipped(frame, random, Math.min(frame.length, PREAMBLE));
            case 2 -> Arrays.copyOf(frame, random.nextInt(frame.length));
            case 3 -> resealed(inflated(frame, random));
            case 4 -> resealed(flipped(frame, random, PREAMBLE - 4));
            case 5 -> garbage(random);
            case 6 -> headerOfGarbage(random);
            default -> resealed(anyKindAndType(frame, random));
        };
    }

    private static byte[] flipped(byte[] frame, Random random, int within) {
        for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
            frame[random.nextInt(within)] ^= (byte) (1 << random.nextInt(8));
        }
        return frame;
    }

    private static byte[] inflated(byte[] frame, Random random) {
        int offset = random.nextBoolean() ? 20 : 24;
        int length = random.nextBoolean() ? random.nextInt() : random.nextInt(16 << 20);
        ByteBuffer.wrap(frame).putInt(offset, length);
        return frame;
    }

    private static byte[] garbage(Random random) {
        byte[] bytes = new byte[1 + random.nextInt(5000)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** An intact frame whose header is not a protobuf message, or one of strange values. */
    private static byte[] headerOfGarbage(Random random) {
        byte[] header = new byte[random.nextInt(200)];
        random.nextBytes(header);
        int type = MessageType.values()[random.nextInt(MessageType.values().length)].code();
        return RawPeer.request(type, 2, 5_000_000, new BytesMessage(header), new byte[random.nextInt(100)]);
    }

    private static byte[] anyKindAndType(byte[] frame, Random random) {
        ByteBuffer.wrap(frame)
                .put(4, (byte) random.nextInt(8))
                .put(5, (byte) (random.nextInt(4) == 0 ? 1 : 0))
                .putShort(6, (short) random.nextInt(70))
                .putLong(8, random.nextInt(4));
        return frame;
    }

    /** With a preamble CRC that is valid again, so that the fields it covers are examined. */
    private static byte[] resealed(byte[] frame) {
        ByteBuffer.wrap(frame).putInt(36, Crc.of(Unpooled.wrappedBuffer(frame), 0, 36));
        return frame;
    }
}
