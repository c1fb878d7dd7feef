package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of objects, servers and fragments. */
class IdsTest {
    private static final WriteId WRITE = new WriteId(1, 2);

    private static void assertRefused(ThrowingCallable call, String what) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(what)
                .hasMessageContaining("given, expected")
                .message()
                .doesNotContain("\n")
                .hasSizeLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "a-b.c", "0aa", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    void bucket_ofLowerCaseLettersDigitsDotsAndHyphens_isTaken(String bucket) {
        assertThat(new ObjectId(bucket, "k").bucket()).isEqualTo(bucket);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ab",
                "-ab",
                "ab-",
                "a_b",
                "Abc",
                "a/b",
                "\u00e9t\u00e9",
                "a\nbc",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void bucket_ofAnythingElse_isRefused(String bucket) {
        assertRefused(() -> new ObjectId(bucket, "k"), "bucket: '");
        assertRefused(() -> ObjectId.requireBucket(bucket), "bucket: '");
    }

    @Test
    void key_upTo1024BytesOfUtf8_isTaken() {
        assertThat(new ObjectId("abc", "\u00e9".repeat(512)).key()).hasSize(512);
        assertThat(new ObjectId("abc", "\ud83d\ude00".repeat(256)).key()).hasSize(512);
        assertThat(new ObjectId("abc", "a/ \n\u0001\uffff'\"")).hasToString("abc/a/ \n\u0001\uffff'\"");
    }

    @Test
    void key_thatNoStoreCanHold_isRefused() {
        Stream.of("", "a".repeat(1025), "\u00e9".repeat(513), "a\0b", "a\ud83d", "\ude00", "\n".repeat(5000))
                .forEach(key -> assertRefused(() -> new ObjectId("abc", key), "object key: '"));
    }

    @Test
    void objectIds_areOrderedByBucketThenByTheBytesOfTheKey() {
        assertThat(Stream.of(
                                new ObjectId("abd", "a"),
                                new ObjectId("abc", "\ud83d\ude00"),
                                new ObjectId("abc", "\uff5e"),
                                new ObjectId("abc", "aa"),
                                new ObjectId("abc", "a"))
                        .sorted())
                .extracting(ObjectId::toString)
                .containsExactly("abc/a", "abc/aa", "abc/\uff5e", "abc/\ud83d\ude00", "abd/a");
    }

    @Test
    void serverIds_areOrderedByName() {
        assertThat(Stream.of("s-2", "s-10", "S-1").map(ServerId::new).sorted())
                .extracting(ServerId::value)
                .containsExactly("S-1", "s-10", "s-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a b", "a/b", "a\nb", "\u00e9"})
    void serverId_thatIsNoPlainName_isRefused(String value) {
        assertRefused(() -> new ServerId(value), "server id: '");
    }

    @Test
    void serverId_of128Characters_isTheLongest() {
        assertThat(new ServerId("a".repeat(128)).value()).hasSize(128);
        assertRefused(() -> new ServerId("a".repeat(129)), "server id: '");
    }

    @Test
    void fragmentId_withinItsBounds_isTaken_andNamedWhole() {
        FragmentId last = new FragmentId(WRITE, FragmentId.MAX_SEGMENT, FragmentId.MAX_INDEX);
        assertThat(last).hasToString("00000000000000010000000000000002/8388607/255");
        assertRefused(() -> new FragmentId(WRITE, -1, 0), "segment: '-1'");
        assertRefused(() -> new FragmentId(WRITE, FragmentId.MAX_SEGMENT + 1, 0), "segment: '8388608'");
        assertRefused(() -> new FragmentId(WRITE, 0, -1), "fragment index: '-1'");
        assertRefused(() -> new FragmentId(WRITE, 0, 256), "fragment index: '256'");
    }

    @Test
    void serverInfo_registeredAndReadBack_isTheSame() {
        for (ServerInfo.Status status : ServerInfo.Status.values()) {
            ServerInfo server = new ServerInfo(new ServerId("flash-0"), "10.0.0.1", 7070, "rack-1", 1L << 40, status)
                    .on("machine-7")
                    .with(new ServerIdentity(
                            "01234567-89ab-cdef-0123-456789abcdef", "fedcba98-7654-3210-fedc-ba9876543210"));
            assertThat(ServerInfo.ofAttributes(server.id(), server.host(), server.port(), server.attributes()))
                    .isEqualTo(server);
        }
    }

    @Test
    void serverInfo_ofBadAttributes_isRefused() {
        ServerId id = new ServerId("flash-0");
        assertRefused(() -> ServerInfo.ofAttributes(id, "h", 1, Map.of()), "capacityBytes of server flash-0: ''");
        assertRefused(() -> ServerInfo.ofAttributes(id, "h", 1, Map.of("capacityBytes", "-1")), "capacityBytes of");
        assertRefused(
                () -> ServerInfo.ofAttributes(id, "h", 1, Map.of("capacityBytes", "1", "status", "ASLEEP")),
                "status of server flash-0: 'ASLEEP'");
        assertRefused(() -> ServerInfo.ofAttributes(id, "h", 65_536, Map.of("capacityBytes", "1")), "port of server");
        assertRefused(
                () -> ServerInfo.ofAttributes(id, "h", 1, Map.of("capacityBytes", "1", "device", "sda")),
                "device id: 'sda'");
        assertRefused(
                () -> new ServerInfo(id, "h", 1, "", -1, ServerInfo.Status.UP), "capacity of server flash-0: '-1'");
    }

    @Test
    void serverStatus_decidesWhoReadsAndWrites() {
        ServerInfo up = new ServerInfo(new ServerId("flash-0"), "h", 1, "", 1, ServerInfo.Status.UP);
        ServerInfo draining = up.with(ServerInfo.Status.DRAINING);
        ServerInfo readOnly = up.with(ServerInfo.Status.READ_ONLY);
        ServerInfo down = up.with(ServerInfo.Status.DOWN);
        assertThat(Stream.of(up, draining, readOnly, down).map(ServerInfo::isWritable))
                .containsExactly(true, false, false, false);
        assertThat(Stream.of(up, draining, readOnly, down).map(ServerInfo::isReadable))
                .containsExactly(true, true, true, false);
    }

    @ParameterizedTest
    @EnumSource
    void serverInfo_isReadFromItsAttributes(ServerInfo.Status status) {
        ServerInfo server = new ServerInfo(new ServerId("flash-0"), "h", 1, "", 1, status);
        assertThat(ServerInfo.ofAttributes(server.id(), "h", 1, server.attributes()))
                .isEqualTo(server);
    }

    @Test
    void serverThatIsReadOnly_isDraining_toReadersOfEarlierReleases() {
        ServerInfo server = new ServerInfo(new ServerId("flash-0"), "h", 1, "", 1, ServerInfo.Status.READ_ONLY);
        assertThat(server.attributes()).containsEntry("status", "DRAINING").containsEntry("readOnly", "true");
    }
}
