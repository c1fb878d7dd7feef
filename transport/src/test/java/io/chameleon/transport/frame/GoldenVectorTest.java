package io.chameleon.transport.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.core.WriteKeys;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.Auth;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.Error;
import io.chameleon.transport.wire.Hello;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/reference/wire.md is the protocol: its frames and its message types are those of the code. */
class GoldenVectorTest {
    private static final Pattern VECTOR = Pattern.compile("```golden\n(.*?)\n```", Pattern.DOTALL);
    private static final Pattern TYPE_ROW = Pattern.compile("(?m)^\\| (\\d+) \\| ([A-Z_]+) \\| (\\w+) \\| (\\w+) \\|");
    private static final HexFormat HEX = HexFormat.of();

    record Vector(Map<String, String> fields) {
        String get(String field) {
            return Objects.requireNonNull(fields.get(field), () -> field + " of " + fields);
        }

        FrameKind kind() {
            return FrameKind.valueOf(get("kind"));
        }

        int number(String field) {
            return Integer.parseInt(get(field));
        }

        byte[] bytes(String field) {
            return HEX.parseHex(get(field));
        }

        long stream() {
            return Long.parseUnsignedLong(get("stream"));
        }

        long micros() {
            return Long.parseLong(get("micros"));
        }

        @Override
        public String toString() {
            return kind() + " " + get("name");
        }
    }

    static String document() throws IOException {
        return Files.readString(Path.of(System.getProperty("chameleon.wire.doc", "../docs/reference/wire.md")));
    }

    static Stream<Vector> vectors() throws IOException {
        return VECTOR.matcher(document()).results().map(match -> {
            Map<String, String> fields = new HashMap<>();
            match.group(1).lines().forEach(line -> {
                String[] parts = line.split(" +", 2);
                fields.put(parts[0], parts[1].strip());
            });
            return new Vector(fields);
        });
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void goldenFrame_decoded_hasTheDocumentedFields(Vector vector) {
        ByteBuf frame = Unpooled.wrappedBuffer(vector.bytes("frame"));

        Preamble preamble = Preamble.read(frame, new FrameLimits(1 << 20, 1 << 20));

        assertThat(preamble.kind()).isEqualTo(vector.kind());
        assertThat(preamble.flags()).isEqualTo(vector.number("flags"));
        assertThat(preamble.type()).isEqualTo(vector.number("type"));
        assertThat(preamble.stream()).isEqualTo(vector.stream());
        assertThat(preamble.deadlineMicros()).isEqualTo(vector.micros());
        assertThat(read(frame, preamble.headerLength())).isEqualTo(vector.bytes("header"));
        assertThat(read(frame, preamble.payloadLength())).isEqualTo(vector.bytes("payload"));
        assertThat(frame.isReadable()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void documentedFields_encoded_areTheGoldenFrame(Vector vector) throws IOException {
        ByteBuf frame = Frame.encode(
                UnpooledByteBufAllocator.DEFAULT,
                vector.kind(),
                vector.number("flags"),
                vector.number("type"),
                vector.stream(),
                vector.micros(),
                headerParser(vector).parseFrom(vector.bytes("header")),
                Unpooled.wrappedBuffer(vector.bytes("payload")));

        assertThat(ByteBufUtil.hexDump(frame)).isEqualTo(vector.get("frame"));
        frame.release();
    }

    @Test
    void goldenFrames_ofTheDocument_coverEveryKind() throws IOException {
        assertThat(vectors().map(Vector::kind).distinct()).containsExactlyInAnyOrder(FrameKind.values());
    }

    @Test
    void keyInAGoldenCommit_provesItsWrite() throws IOException {
        assertThat(vectors().filter(vector -> vector.kind() == FrameKind.REQUEST && type(vector) == MessageType.COMMIT))
                .anySatisfy(vector -> {
                    CommitRequest commit = CommitRequest.parseFrom(vector.bytes("header"));
                    assertThat(WriteKeys.proves(
                                    commit.getWriteKey().toByteArray(),
                                    MappingWire.unpack(commit).writeId()))
                            .isTrue();
                });
    }

    @Test
    void messageTypes_ofTheDocument_areThoseOfTheCode() throws IOException {
        String section = document().split("## Message types", 2)[1];
        List<String> documented = TYPE_ROW.matcher(section)
                .results()
                .map(row -> String.join(" ", groups(row)))
                .toList();

        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(MessageType.values())
                        .map(GoldenVectorTest::row)
                        .toList());
    }

    private static List<String> groups(MatchResult row) {
        return List.of(row.group(1), row.group(2), row.group(3), row.group(4));
    }

    private static String row(MessageType type) {
        return type.code() + " " + type + " " + name(type.requestParser()) + " " + name(type.responseParser());
    }

    private static String name(Parser<? extends MessageLite> parser) {
        try {
            return parser.parseFrom(new byte[0]).getClass().getSimpleName();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Parser<? extends MessageLite> headerParser(Vector vector) {
        return switch (vector.kind()) {
            case HELLO -> Hello.parser();
            case AUTH -> Auth.parser();
            case ERROR -> Error.parser();
            case CANCEL, GOODBYE -> Empty.parser();
            case REQUEST -> type(vector).requestParser();
            case RESPONSE -> type(vector).responseParser();
        };
    }

    private static MessageType type(Vector vector) {
        return Objects.requireNonNull(MessageType.ofCode(vector.number("type")));
    }

    private static byte[] read(ByteBuf from, int length) {
        byte[] bytes = new byte[length];
        from.readBytes(bytes);
        return bytes;
    }
}
