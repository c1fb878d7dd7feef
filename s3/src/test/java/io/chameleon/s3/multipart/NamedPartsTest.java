package io.chameleon.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.client.PartInfo;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.object.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document that completes an upload, beside the parts that were uploaded. */
class NamedPartsTest {
    private static final long LEAST = 5 << 20;

    private static NamedParts named(String... parts) {
        return NamedParts.of(("<CompleteMultipartUpload>" + String.join("", parts) + "</CompleteMultipartUpload>")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static String part(String number, String etag) {
        return "<Part><PartNumber>" + number + "</PartNumber><ETag>" + etag + "</ETag></Part>";
    }

    private static PartInfo uploaded(int number, long size, String etag) {
        return new PartInfo(
                number,
                "component-" + number,
                size,
                0,
                Instant.EPOCH,
                Map.of(StoredObject.ETAG, etag, StoredObject.CHECKSUM + "crc32", "AAAAAA=="));
    }

    private static S3Exception refusal(ThrowingCallable refused) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, refused);
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @Test
    void parts_areRead_withOrWithoutQuotes_andBlanks() {
        assertThat(named(part("1", "\"e1\""), part(" 3 ", " e3 "), part("10000", "&quot;e&quot;"))
                        .named())
                .containsExactly(
                        new NamedPart(1, "e1", Map.of()),
                        new NamedPart(3, "e3", Map.of()),
                        new NamedPart(10_000, "e", Map.of()));
        assertThat(named("<Part><PartNumber>1</PartNumber><ETag>e</ETag>"
                                + "<ChecksumCRC32> AAAAAA== </ChecksumCRC32></Part>")
                        .named()
                        .getFirst()
                        .checksums())
                .isEqualTo(Map.of("ChecksumCRC32", "AAAAAA=="));
    }

    @ParameterizedTest
    @CsvSource({
        "0, INVALID_ARGUMENT",
        "10001, INVALID_ARGUMENT",
        "99999, INVALID_ARGUMENT",
        "100000, MALFORMED_XML",
        "-1, MALFORMED_XML",
        "x, MALFORMED_XML",
        "1.0, MALFORMED_XML",
        "'', MALFORMED_XML"
    })
    void number_thatNoPartHas_isRefused(String number, S3Error error) {
        assertThat(refusal(() -> named(part(number, "e"))).error()).isEqualTo(error);
    }

    @Test
    void document_withoutParts_orWithHalfOnes_isMalformed() {
        assertThat(refusal(NamedPartsTest::named).error()).isEqualTo(S3Error.MALFORMED_XML);
        assertThat(refusal(() -> named("<Part><PartNumber>1</PartNumber></Part>"))
                        .error())
                .isEqualTo(S3Error.MALFORMED_XML);
        assertThat(refusal(() -> named("<Part><ETag>e</ETag></Part>")).error()).isEqualTo(S3Error.MALFORMED_XML);
    }

    @Test
    void numbers_rise() {
        assertThat(refusal(() -> named(part("2", "e"), part("1", "e"))).error()).isEqualTo(S3Error.INVALID_PART_ORDER);
        assertThat(refusal(() -> named(part("2", "e"), part("2", "e"))).error()).isEqualTo(S3Error.INVALID_PART_ORDER);
    }

    private static Map<Integer, PartInfo> there(PartInfo... parts) {
        return Arrays.stream(parts).collect(Collectors.toMap(PartInfo::number, part -> part));
    }

    @Test
    void parts_areChosenAsTheyAreNamed_andOthersLeftOut() {
        PartInfo one = uploaded(1, LEAST, "e1");
        PartInfo two = uploaded(2, LEAST, "e2");
        PartInfo last = uploaded(7, 1, "e7");
        assertThat(named(part("1", "e1"), part("7", "e7")).choose(there(one, two, last)))
                .containsExactly(one, last);
    }

    @Test
    void part_thatIsNotThere_orIsAnother_isNamed() {
        Map<Integer, PartInfo> there = there(uploaded(1, LEAST, "e1"));
        for (String wrong : List.of(part("2", "e1"), part("1", "e2"))) {
            S3Exception refusal = refusal(() -> named(wrong).choose(there));
            assertThat(refusal.error()).isEqualTo(S3Error.INVALID_PART);
            assertThat(refusal.details()).containsKeys("PartNumber", "ETag");
        }
    }

    @Test
    void checksum_thatIsNamed_mustBeThePartsOwn_ifItHasOne() {
        Map<Integer, PartInfo> there = there(uploaded(1, LEAST, "e1"));
        String part = "<Part><PartNumber>1</PartNumber><ETag>e1</ETag><Checksum%s>%s</Checksum%s></Part>";
        assertThat(named(part.formatted("CRC32", "AAAAAA==", "CRC32")).choose(there))
                .hasSize(1);
        assertThat(refusal(() -> named(part.formatted("CRC32", "AAAAAQ==", "CRC32"))
                                .choose(there))
                        .error())
                .isEqualTo(S3Error.INVALID_PART);
        assertThat(named(part.formatted("SHA1", "any", "SHA1")).choose(there))
                .as("the part came without this one")
                .hasSize(1);
    }

    @Test
    void part_thatIsTooSmall_isNamed_unlessItIsTheLast() {
        Map<Integer, PartInfo> there = there(uploaded(1, LEAST - 1, "e1"), uploaded(2, 0, "e2"));
        S3Exception refusal =
                refusal(() -> named(part("1", "e1"), part("2", "e2")).choose(there));
        assertThat(refusal.error()).isEqualTo(S3Error.ENTITY_TOO_SMALL);
        assertThat(refusal.details())
                .containsEntry("ProposedSize", "5242879")
                .containsEntry("MinSizeAllowed", "5242880")
                .containsEntry("PartNumber", "1");
        assertThat(named(part("1", "e1")).choose(there)).hasSize(1);
    }

    @Test
    void etagOfTheObject_isOfTheParts_andNoneIfOneOfTheirsIsNone() {
        String md5 = "d41d8cd98f00b204e9800998ecf8427e";
        String[] parts = IntStream.rangeClosed(1, 3)
                .mapToObj(number -> part(Integer.toString(number), md5))
                .toArray(String[]::new);
        assertThat(named(parts).etag()).matches("[0-9a-f]{32}-3");
        assertThat(named(part("1", md5), part("2", "component-2")).etag()).isEmpty();
    }
}
