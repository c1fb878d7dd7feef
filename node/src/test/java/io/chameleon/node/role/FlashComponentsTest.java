package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.core.Components;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rebuild reads lists of composed objects from flash: what it takes for one decides whether an object comes back. */
class FlashComponentsTest {
    private static final WriteId WRITE = new WriteId(1, 2);
    private static final int SIZE = 20_000;

    private final LoopbackNetwork network = new LoopbackNetwork();
    private final List<FakeFlashServer> servers = IntStream.range(0, 16)
            .mapToObj(number -> new FakeFlashServer(new ServerInfo(
                    new ServerId("flash-" + number), "s" + number, 1, "", 1L << 30, ServerInfo.Status.UP)))
            .toList();
    private final FlashComponents components = of(servers);

    private FlashComponents of(List<FakeFlashServer> registered) {
        return new FlashComponents(
                new FlashClient(network),
                registered.stream().map(FakeFlashServer::info).toList());
    }

    FlashComponentsTest() {
        servers.forEach(server -> network.bind(Endpoint.of(server.info()), server));
    }

    @AfterEach
    void close() {
        network.close();
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }

    private static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    private ObjectMapping component(RedundancyScheme scheme, int size, int segmentBytes, int crc32c) {
        return new ObjectMapping(
                Components.id("photos", WRITE),
                WRITE,
                new ObjectContent(WRITE, size, segmentBytes, crc32c, Components.LIST_TYPE, Map.of()),
                RedundancyState.stable(scheme.policy()),
                null,
                new Placement(
                        scheme,
                        servers.stream()
                                .limit(scheme.width())
                                .map(FakeFlashServer::id)
                                .toList()),
                false,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                false,
                "");
    }

    /** On the first servers, fragment {@code i} on server {@code i}. */
    private ObjectMapping stored(RedundancyScheme scheme, int size) {
        byte[] content = content(size);
        ErasureCode code = new ErasureCode(scheme.dataFragments(), scheme.parityFragments(), scheme.localGroups());
        byte[][] fragments = new StripeCodec().encode(code, content);
        for (int index = 0; index < scheme.width(); index++) {
            if (!scheme.isPadding(index, size)) {
                servers.get(index).put(new FragmentId(WRITE, 0, index), scheme, size, fragments[index]);
            }
        }
        return component(scheme, size, 8 << 20, crc32c(content));
    }

    @ParameterizedTest
    @CsvSource({
        "EC(4+2), 1",
        "EC(4+2), 4096",
        "EC(4+2), 4097",
        "EC(4+2), 20000",
        "REP(3), 1",
        "REP(3), 20000",
        "LRC(12+2+2), 200000"
    })
    void component_isReadFromItsFragments_whateverItsSchemeAndLength(String scheme, int size) {
        assertThat(components.read(stored(RedundancyScheme.parse(scheme), size)))
                .isEqualTo(content(size));
    }

    @Test
    void soundComponent_isReadFromItsDataAlone() {
        ObjectMapping component = stored(RedundancyScheme.EC_4_2, SIZE);
        assertThat(components.read(component)).isEqualTo(content(SIZE));
        assertThat(servers.get(4).received(MessageType.GET_FRAGMENT)).isZero();
        assertThat(servers.get(5).received(MessageType.GET_FRAGMENT)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lost", "corrupt", "truncated", "refusing", "mute", "unregistered"})
    void asManyFragmentsAsParity_mayBeWrong_inAnyWay(String way) {
        ObjectMapping component = stored(RedundancyScheme.EC_4_2, SIZE);
        List<FakeFlashServer> wrong = servers.subList(1, 3);
        FlashComponents reader = components;
        switch (way) {
            case "lost" -> wrong.forEach(FakeFlashServer::loseAll);
            case "corrupt" -> wrong.forEach(FakeFlashServer::corruptAll);
            case "truncated" -> wrong.forEach(FakeFlashServer::truncateAll);
            case "refusing" ->
                wrong.forEach(server -> server.fail(MessageType.GET_FRAGMENT, ErrorCode.CORRUPT_FRAGMENT));
            case "mute" -> wrong.forEach(server -> server.fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE));
            default ->
                reader = of(servers.stream()
                        .filter(server -> !wrong.contains(server))
                        .toList());
        }
        assertThat(reader.read(component)).isEqualTo(content(SIZE));
    }

    @Test
    void componentOfWhichTooLittleIsLeft_isNone() {
        ObjectMapping component = stored(RedundancyScheme.EC_4_2, SIZE);
        servers.subList(0, 3).forEach(FakeFlashServer::loseAll);
        assertThat(components.read(component)).isNull();
    }

    /** A server that does not answer now may have it: to take the object for lost would be wrong. */
    @Test
    void serverThatDoesNotAnswer_endsTheRebuild_ifItIsNeeded() {
        ObjectMapping component = stored(RedundancyScheme.EC_4_2, SIZE);
        servers.subList(0, 2).forEach(FakeFlashServer::loseAll);
        servers.get(2).fail(MessageType.GET_FRAGMENT, ErrorCode.UNAVAILABLE);
        assertThatExceptionOfType(ChameleonError.class)
                .isThrownBy(() -> components.read(component))
                .satisfies(error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    /** Each fragment fits its own checksum, and yet the bytes are others. */
    @Test
    void bytesThatAreNotThoseOfTheRow_areNone() {
        ObjectMapping component = stored(RedundancyScheme.REP_3, SIZE);
        servers.get(0).forgeAll();
        assertThat(components.read(component)).isNull();
        assertThat(components.read(component(RedundancyScheme.REP_3, SIZE, 8 << 20, 0)))
                .isNull();
    }

    @Test
    void componentOfSeveralSegments_isNoList() {
        ObjectMapping component = component(RedundancyScheme.REP_3, SIZE, 10_000, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> components.read(component))
                .withMessageContaining("segments of component")
                .withMessageContaining("'2' given, expected 1");
    }
}
