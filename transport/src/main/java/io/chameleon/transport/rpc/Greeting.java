package io.chameleon.transport.rpc;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.FrameLimits;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.frame.ProtocolVersion;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.OneLine;
import io.chameleon.transport.wire.Hello;
import io.chameleon.transport.wire.HelloAuthP;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the two sides of a connection agree on in their HELLOs: the highest version that both speak, and the limits of
 * each.
 *
 * @param software of the peer, for logs
 * @param peerLimits the limits of what may be sent to it
 * @param auth how it will authenticate; null if not at all
 * @param servers ids of its flash servers; none if it names none
 * @param cluster which cluster it belongs to, or expects; empty if it names none
 */
public record Greeting(
        String software, FrameLimits peerLimits, @Nullable HelloAuthP auth, List<String> servers, String cluster) {
    private static final int LOWEST_VERSION = ProtocolVersion.LOWEST.number();
    private static final int HIGHEST_VERSION = ProtocolVersion.HIGHEST.number();
    private static final String SOFTWARE = "chameleon/" + implementationVersion();

    /**
     * The HELLO of this side.
     *
     * @param serverIds of the flash servers of this process; none for other processes
     * @param clusterId id of the cluster it belongs to, or expects; empty if it knows none
     */
    public static Hello hello(
            TransportConfig config, @Nullable HelloAuthP auth, List<String> serverIds, String clusterId) {
        Hello.Builder hello = Hello.newBuilder()
                .setSoftware(SOFTWARE)
                .setProtocolVersion(HIGHEST_VERSION)
                .setMinProtocolVersion(LOWEST_VERSION)
                .setMaxFrameBytes(Preamble.BYTES + config.maxHeaderBytes() + config.maxPayloadBytes())
                .setMaxHeaderBytes(config.maxHeaderBytes())
                .setMaxPayloadBytes(config.maxPayloadBytes())
                .setServerId(serverIds.isEmpty() ? "" : serverIds.get(0))
                .addAllFurtherServerIds(serverIds.subList(Math.min(1, serverIds.size()), serverIds.size()))
                .setClusterId(clusterId);
        return (auth == null ? hello : hello.setAuth(auth)).build();
    }

    public static ByteBuf encode(ByteBufAllocator allocator, Hello hello) {
        return Frame.encode(allocator, FrameKind.HELLO, 0, 0, 0, hello);
    }

    /** Reads the peer's HELLO; throws {@code PROTOCOL_ERROR} with the reason if there can be no connection. */
    public static Greeting read(Frame frame) {
        if (frame.kind() != FrameKind.HELLO || frame.stream() != 0) {
            throw refused("first frame: '" + frame.kind() + "' given, expected HELLO on stream 0");
        }
        try {
            Hello hello = Hello.parseFrom(frame.header());
            long highest = Integer.toUnsignedLong(hello.getProtocolVersion());
            long lowest = hello.getMinProtocolVersion() == 0
                    ? highest
                    : Integer.toUnsignedLong(hello.getMinProtocolVersion());
            if (lowest > HIGHEST_VERSION || highest < LOWEST_VERSION) {
                throw refused("protocol version: '" + range(lowest, highest) + "' given, expected "
                        + range(LOWEST_VERSION, HIGHEST_VERSION));
            }
            return new Greeting(
                    OneLine.of(hello.getSoftware()),
                    new FrameLimits(limit(hello.getMaxHeaderBytes()), limit(hello.getMaxPayloadBytes())),
                    hello.hasAuth() ? hello.getAuth() : null,
                    servers(hello),
                    OneLine.of(hello.getClusterId()));
        } catch (InvalidProtocolBufferException e) {
            throw refused("HELLO header: cannot be read as a Hello message");
        }
    }

    private static List<String> servers(Hello hello) {
        return Stream.concat(Stream.of(hello.getServerId()), hello.getFurtherServerIdsList().stream())
                .limit(hello.getServerId().isEmpty() ? 0 : Preamble.MOST_SERVER_NUMBER + 1L)
                .map(OneLine::of)
                .collect(Collectors.toUnmodifiableList());
    }

    /** Throws {@code INVALID_REQUEST} if a message exceeds the peer's limits. */
    public void requireFits(MessageType type, int headerBytes, int payloadBytes) {
        if (headerBytes > peerLimits.maxHeaderBytes() || payloadBytes > peerLimits.maxPayloadBytes()) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    type + ": '" + headerBytes + " + " + payloadBytes + " bytes' given, expected at most "
                            + peerLimits.maxHeaderBytes() + " of header and " + peerLimits.maxPayloadBytes()
                            + " of payload, which is what the receiver takes");
        }
    }

    private static int limit(int unsigned) {
        return unsigned < 0 ? Integer.MAX_VALUE : unsigned;
    }

    private static String range(long lowest, long highest) {
        return lowest == highest ? Long.toString(lowest) : lowest + " to " + highest;
    }

    private static ChameleonError refused(String message) {
        return new ChameleonError(ErrorCode.PROTOCOL_ERROR, message);
    }

    private static String implementationVersion() {
        String version = Greeting.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
