package io.chameleon.core.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class ExtentListTest {
    private static final int VERSION_AT = 8;
    private static final int CHECKSUM_AT = 12;
    private static final ObjectId OBJECT = new ObjectId("photos", "caf\u00e9/\ud83d\udc08.jpg");
    private static final WriteId UPLOAD = new WriteId(0x19ab_0000_0000_0001L, 2);
    private static final WriteId FIRST = new WriteId(0x19ab_0000_0000_0002L, 0xfedc_ba98_7654_3210L);
    private static final WriteId SECOND = new WriteId(0x19ab_0000_0000_0003L, 4);
    private static final ExtentList LIST = new ExtentList(
            OBJECT,
            UPLOAD,
            0x89ab_cdef,
            "image/jpeg",
            Map.of("s3:etag", "0123456789abcdef0123456789abcdef-2", "z", ""),
            List.of(new Extent(FIRST, 0, 5 << 20), new Extent(SECOND, 1L << 33, 17), new Extent(FIRST, 7, 0)));

    /** Each golden file has the layout of docs/reference/formats.md. */
    @Test
    void goldenFile_ofEachVersion_isRead_andThatOfTheLastIsWritten() throws IOException {
        for (ExtentListFormat format : ExtentListFormat.values()) {
            assertThat(ExtentList.parse(golden(format))).as(format.name()).isEqualTo(LIST);
        }
        assertThat(LIST.bytes()).isEqualTo(golden(ExtentListFormat.CURRENT));
    }

    private static byte[] golden(ExtentListFormat format) throws IOException {
        String file = "/golden/extents/" + format.name().toLowerCase(Locale.ROOT) + ".bin";
        try (InputStream bytes = ExtentListTest.class.getResourceAsStream(file)) {
            return Objects.requireNonNull(bytes, file).readAllBytes();
        }
    }

    @Test
    void content_isThatOfTheVersion() {
        ObjectContent content = LIST.content(Components.versionOf(UPLOAD));
        assertThat(content.size()).isEqualTo((5 << 20) + 17);
        assertThat(content.extents()).isEqualTo(3);
        assertThat(content.crc32c()).isEqualTo(0x89ab_cdef);
        assertThat(content.contentType()).isEqualTo("image/jpeg");
        assertThat(content.userMetadata()).isEqualTo(LIST.userMetadata());
    }

    @Test
    void list_isMadeOfWhatTheCompletionNames_orRefusedAsItWouldBe() {
        Upload upload =
                new Upload(OBJECT, UPLOAD, 5, "ann", RedundancyPolicy.EC, "a/b", Map.of("k", "begin", "l", "begin"));
        Map<Integer, UploadPart> there = Map.of(
                1, new UploadPart(1, FIRST, 10, 1, 6, Map.of()),
                2, new UploadPart(2, SECOND, 20, 2, 7, Map.of()),
                3, new UploadPart(3, UPLOAD, 30, 3, 8, Map.of()));
        List<Completion.Named> named = List.of(new Completion.Named(1, FIRST), new Completion.Named(3, UPLOAD));
        Completion completion = new Completion(OBJECT, UPLOAD, named, "", Map.of("l", "end"), Condition.NONE);
        ExtentList list = ExtentList.of(completion, upload, there);
        assertThat(list.extents()).containsExactly(new Extent(FIRST, 0, 10), new Extent(UPLOAD, 0, 30));
        assertThat(list.userMetadata()).isEqualTo(Map.of("k", "begin", "l", "end"));
        assertThat(list.content(SECOND))
                .as("as the transaction makes it")
                .isEqualTo(completion.content(SECOND, upload, completion.chosen(there)));

        Completion anew =
                new Completion(OBJECT, UPLOAD, List.of(new Completion.Named(1, SECOND)), "", Map.of(), Condition.NONE);
        assertThatThrownBy(() -> ExtentList.of(anew, upload, there))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_PART));
    }

    @Test
    void anyOtherBytes_areDamaged() {
        byte[] bytes = LIST.bytes();
        for (int at = 0; at < bytes.length; at++) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= 1;
            assertThatThrownBy(() -> ExtentList.parse(flipped)).isInstanceOf(IllegalArgumentException.class);
            byte[] cut = Arrays.copyOf(bytes, at);
            assertThatThrownBy(() -> ExtentList.parse(cut)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Whoever may write to a bucket may write there what claims to be a list. */
    @Test
    void hostileBytes_withTheRightChecksum_areAnErrorToo() {
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = LIST.bytes();
            for (int i = 0; i < 3; i++) {
                bytes[CHECKSUM_AT + 4 + random.nextInt(bytes.length - CHECKSUM_AT - 4)] = (byte) random.nextInt();
            }
            sign(bytes);
            try {
                assertThat(ExtentList.parse(bytes).extents()).isNotEmpty();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageNotContaining("\n");
            }
        }
    }

    @Test
    void newerVersion_isNotTakenForDamaged() {
        byte[] bytes = LIST.bytes();
        ByteBuffer.wrap(bytes).putInt(VERSION_AT, 2);
        sign(bytes);
        assertThatThrownBy(() -> ExtentList.parse(bytes))
                .isInstanceOf(UnreadFormatException.class)
                .hasMessage("format of an extent list 2 is newer than this program, which reads 1");
    }

    private static void sign(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, CHECKSUM_AT);
        crc.update(bytes, CHECKSUM_AT + 4, bytes.length - CHECKSUM_AT - 4);
        ByteBuffer.wrap(bytes).putInt(CHECKSUM_AT, (int) crc.getValue());
    }

    @Test
    void version_isAsOldAsItsList_andNamedByADigest() {
        WriteId version = Components.versionOf(FIRST);
        assertThat(version.high()).isEqualTo(FIRST.high());
        assertThat(version.low()).isNotEqualTo(FIRST.low());
        assertThat(version).hasToString("19ab000000000002" + "9f80f06f334bb165");
    }
}
