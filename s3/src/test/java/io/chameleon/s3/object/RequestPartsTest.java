package io.chameleon.s3.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.call.Target;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.Requests;
import io.chameleon.s3.object.Conditions.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of requests for objects: ranges, conditions, sources of copies, tags. */
class RequestPartsTest {
    private static final String ETAG = "d41d8cd98f00b204e9800998ecf8427e";

    private static S3Exception refusal(ThrowingCallable refused) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, refused);
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 10, 0, 1",
        "bytes=0-9, 10, 0, 10",
        "bytes=0-999, 10, 0, 10",
        "bytes=9-9, 10, 9, 1",
        "bytes=5-, 10, 5, 5",
        "bytes=-3, 10, 7, 3",
        "bytes=-999, 10, 0, 10",
        "bytes= 2 - 4 , 10, 2, 3",
        "bytes=0-999999999999999999, 10, 0, 10",
        "bytes=5-9223372036854775807, 10, 5, 5",
        "bytes=5-18446744073709551615, 10, 5, 5",
        "bytes=-18446744073709551615, 10, 0, 10"
    })
    void range_isCutAtTheEnd(String header, long size, long offset, long length) {
        ByteSpan span = ByteSpan.of(header, size).orElseThrow();
        assertThat(span).isEqualTo(new ByteSpan(offset, length));
        assertThat(span.contentRange(size)).isEqualTo("bytes " + offset + "-" + (offset + length - 1) + "/" + size);
    }

    /** As S3 does: the whole object is the answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes=-",
                "bytes=",
                "bytes=5-2",
                "bytes=a-b",
                "bytes=0-1,3-4",
                "items=0-1",
                "Bytes=0-1",
                "bytes=+1-2",
                "bytes=٣-٤",
                "bytes=9999999999999999999-"
            })
    void range_thatIsNone_isPassedOver(String header) {
        assertThat(ByteSpan.of(header, 10)).isEmpty();
        assertThat(ByteSpan.of(null, 10)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"bytes=10-, 10", "bytes=10-20, 10", "bytes=-0, 10", "bytes=0-, 0", "bytes=-5, 0", "bytes=0-0, 0"})
    void range_ofBytesThatAreNotThere_isRefused_withTheSize(String header, long size) {
        S3Exception refusal = refusal(() -> ByteSpan.of(header, size));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_RANGE);
        assertThat(refusal.details())
                .containsEntry("RangeRequested", header)
                .containsEntry("ActualObjectSize", Long.toString(size));
    }

    private static StoredObject object(Instant modified) {
        Placement place = new Placement(
                RedundancyScheme.REP_3, List.of(new ServerId("s0"), new ServerId("s1"), new ServerId("s2")));
        WriteId write = new WriteId(1, 2);
        return StoredObject.of(new ObjectInfo(
                new ObjectId("photos", "cat"),
                write.toString(),
                10,
                8 << 20,
                0,
                0,
                0,
                "",
                Map.of(StoredObject.ETAG, ETAG),
                RedundancyState.REP,
                place,
                place,
                write,
                false,
                0,
                0,
                0,
                modified,
                modified,
                true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                              | true",
                "\"ETAG\"                      | true",
                "W/\"ETAG\"                    | false",
                "ETAG                          | false",
                "\"x\"                         | false",
                "*                             | false",
                "Wed, 04 Nov 2026 03:02:01 GMT | true",
                "Wed, 04 Nov 2026 03:02:02 GMT | false",
                "nonsense                      | false"
            })
    void range_holdsForTheVersionOfIfRange(@Nullable String ifRange, boolean holds) {
        String header = ifRange == null ? null : ifRange.replace("ETAG", ETAG);
        assertThat(Conditions.rangeHolds(header, object(Instant.parse("2026-11-04T03:02:01.999Z"))))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-server-side-encryption, NOT_IMPLEMENTED",
        "x-amz-server-side-encryption-customer-key, NOT_IMPLEMENTED",
        "x-amz-server-side-encryption-context, NOT_IMPLEMENTED",
        "x-amz-object-lock-mode, NOT_IMPLEMENTED",
        "x-amz-object-lock-retain-until-date, NOT_IMPLEMENTED",
        "x-amz-write-offset-bytes, NOT_IMPLEMENTED",
        "content-type, METADATA_TOO_LARGE"
    })
    void description_thatCannotBeKept_isRefused(String header, S3Error error) {
        assertThat(refusal(() -> NewObject.of(Map.of(header, List.of("x".repeat(256)))))
                        .error())
                .isEqualTo(error);
    }

    @Test
    void override_thatNoHeaderCanSay_isRefused() {
        String[] names = {"content-type", "cache-control", "expires"};
        for (String name : names) {
            assertThat(NewObject.overrides(Query.parse("response-" + name + "=%C3%A4")))
                    .containsEntry(name, "ä");
            for (String wrong : List.of("a%0D%0Ab", "%00", "%7F")) {
                S3Exception refusal = refusal(() -> NewObject.overrides(Query.parse("response-" + name + "=" + wrong)));
                assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
                assertThat(refusal.details()).containsEntry("ArgumentName", "response-" + name);
            }
        }
    }

    private static Outcome check(String... headers) {
        return Conditions.ofRead(Requests.of("GET", "/photos/cat", headers))
                .check(object(Instant.parse("2026-11-04T03:02:01.999Z")));
    }

    private static final String AT = "Wed, 04 Nov 2026 03:02:01 GMT";
    private static final String BEFORE = "Wed, 04 Nov 2026 03:02:00 GMT";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Match            | ETAG          | HOLD",
                "If-Match            | \"ETAG\"      | HOLD",
                "If-Match            | W/\"ETAG\"    | HOLD",
                "If-Match            | \"x\", \"ETAG\" | HOLD",
                "If-Match            | *             | HOLD",
                "If-Match            | \"x\"         | FAILED",
                "If-Match            | \"ETAG        | FAILED",
                "If-None-Match       | \"ETAG\"      | NOT_MODIFIED",
                "If-None-Match       | *             | NOT_MODIFIED",
                "If-None-Match       | \"x\"         | HOLD",
                "If-Modified-Since   | AT            | NOT_MODIFIED",
                "If-Modified-Since   | BEFORE        | HOLD",
                "If-Modified-Since   | nonsense      | HOLD",
                "If-Unmodified-Since | AT            | HOLD",
                "If-Unmodified-Since | BEFORE        | FAILED",
                "If-Unmodified-Since | nonsense      | HOLD"
            })
    void condition_ofARead_isToTheSecond(String header, String value, Outcome outcome) {
        assertThat(check(header, value.replace("ETAG", ETAG).replace("AT", AT).replace("BEFORE", BEFORE)))
                .isEqualTo(outcome);
    }

    /** RFC 9110, 13.2.2. */
    @Test
    void tag_countsBeforeADate() {
        assertThat(check("If-Match", ETAG, "If-Unmodified-Since", BEFORE)).isEqualTo(Outcome.HOLD);
        assertThat(check("If-None-Match", "x", "If-Modified-Since", AT)).isEqualTo(Outcome.HOLD);
        assertThat(check("If-None-Match", ETAG, "If-Modified-Since", BEFORE)).isEqualTo(Outcome.NOT_MODIFIED);
        assertThat(check("If-Match", "x", "If-None-Match", ETAG)).isEqualTo(Outcome.FAILED);
        assertThat(check("If-Match", ETAG, "If-None-Match", ETAG)).isEqualTo(Outcome.NOT_MODIFIED);
        assertThat(check()).isEqualTo(Outcome.HOLD);
    }

    @Test
    void conditionsOfACopy_areOnItsSource_andMustAllHold() {
        StoredObject source = object(Instant.parse("2026-11-04T03:02:01Z"));
        Conditions.ofSource(Requests.of("PUT", "/b/k", "If-Match", "x")).require(source);
        Conditions.ofSource(Requests.of("PUT", "/b/k", "x-amz-copy-source-if-match", ETAG))
                .require(source);
        for (String header : List.of("x-amz-copy-source-if-none-match", "x-amz-copy-source-if-modified-since")) {
            String value = header.endsWith("since") ? AT : ETAG;
            assertThat(refusal(() -> Conditions.ofSource(Requests.of("PUT", "/b/k", header, value))
                                    .require(source))
                            .error())
                    .isEqualTo(S3Error.PRECONDITION_FAILED);
        }
    }

    private static Call copy(String source, @Nullable String range) {
        String[] headers = range == null
                ? new String[] {"x-amz-copy-source", source}
                : new String[] {"x-amz-copy-source", source, "x-amz-copy-source-range", range};
        return new Call(
                Requests.of("PUT", "/b/k", headers),
                Operation.COPY_OBJECT,
                new Target("b", "k"),
                new Authentication("ann", Payload.UNSIGNED),
                null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "/photos/cat           | photos | cat",
                "photos/cat            | photos | cat",
                "photos/a%20b+c%2Bd    | photos | a b c+d",
                "photos%2Fdir%2Fcat    | photos | dir/cat",
                "photos//cat           | photos | /cat",
                "photos/../cat         | photos | ../cat",
                "photos/ä              | photos | ä"
            })
    void source_isABucketAndAKey_codedOrNot(String header, String bucket, String key) {
        String bytes = new String(header.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String coded = header.contains("ä") ? header.replace("ä", "%C3%A4") : bytes;
        assertThat(CopySource.of(copy(coded, null))).isEqualTo(new CopySource(bucket, key, Optional.empty()));
    }

    @Test
    void source_mayBeAVersion() {
        String id = "0123456789abcdef0123456789abcdef";
        assertThat(CopySource.of(copy("/photos/cat?versionId=" + id, null)))
                .isEqualTo(new CopySource("photos", "cat", Optional.of(new VersionId(id))));
        assertThat(CopySource.of(copy("/photos/cat?versionId=null", null)).version())
                .hasValue(VersionId.NULL);
        assertThat(CopySource.of(copy("/photos/cat%3FversionId=x", null)).key()).isEqualTo("cat?versionId=x");
        S3Exception refusal = refusal(() -> CopySource.of(copy("/photos/cat?versionId=first", null)));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(refusal.details()).containsEntry("ArgumentValue", "first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "photos", "/photos", "photos/", "/photos/", "//cat", "photos/%zz", "photos/%FF"})
    void source_withoutABucketOrAKey_isRefused(String header) {
        S3Exception refusal = refusal(() -> CopySource.of(copy(header, null)));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(refusal.details()).containsEntry("ArgumentName", "x-amz-copy-source");
    }

    @Test
    void part_isAllOfTheSource_orARangeWithinIt() {
        CopySource source = new CopySource("photos", "cat", Optional.empty());
        assertThat(source.part(copy("photos/cat", null), 10)).isEqualTo(new CopySource.Part(0, 10));
        assertThat(source.part(copy("photos/cat", "bytes=0-9"), 10)).isEqualTo(new CopySource.Part(0, 10));
        assertThat(source.part(copy("photos/cat", "bytes=9-9"), 10)).isEqualTo(new CopySource.Part(9, 1));
        for (String range : List.of("bytes=0-10", "bytes=5-4", "bytes=0-", "bytes=-5", "0-9", "bytes=0-9,11-12", "")) {
            assertThat(refusal(() -> source.part(copy("photos/cat", range), 10)).error())
                    .as(range)
                    .isEqualTo(S3Error.INVALID_ARGUMENT);
        }
    }

    private static String tags(int count) {
        return IntStream.range(0, count).mapToObj(number -> "k" + number + "=v").collect(Collectors.joining("&"));
    }

    @Test
    void tags_ofAHeader_areSortedAndCoded_andComeBackTheSame() {
        TagSet tags = TagSet.ofHeader("b=2&a=1&c&%C3%A4=x%2Fy%26z");
        assertThat(tags.tags())
                .containsExactly(Map.entry("a", "1"), Map.entry("b", "2"), Map.entry("c", ""), Map.entry("ä", "x/y&z"));
        assertThat(tags.coded()).isEqualTo("a=1&b=2&c=&%C3%A4=x%2Fy%26z");
        assertThat(TagSet.parse(tags.coded()).tags()).isEqualTo(tags.tags());
        assertThat(TagSet.ofObject(tags.document().getBytes(StandardCharsets.UTF_8))
                        .tags())
                .isEqualTo(tags.tags());
        assertThat(TagSet.ofHeader("").size()).isZero();
    }

    @Test
    void tags_areTenOfAnObject_andFiftyOfABucket() {
        assertThat(TagSet.ofHeader(tags(10)).size()).isEqualTo(10);
        assertThat(refusal(() -> TagSet.ofHeader(tags(11))).error()).isEqualTo(S3Error.INVALID_TAG);
        byte[] many = TagSet.parse(tags(50)).document().getBytes(StandardCharsets.UTF_8);
        assertThat(TagSet.ofBucket(many).size()).isEqualTo(50);
        assertThat(refusal(() -> TagSet.ofObject(many)).error()).isEqualTo(S3Error.INVALID_TAG);
        byte[] tooMany = TagSet.parse(tags(51)).document().getBytes(StandardCharsets.UTF_8);
        assertThat(refusal(() -> TagSet.ofBucket(tooMany)).error()).isEqualTo(S3Error.INVALID_TAG);
    }

    @Test
    void tag_thatMayNotBe_isRefused() {
        for (String wrong : List.of("=v", "x".repeat(129) + "=v", "k=" + "x".repeat(257), "aws:k=v")) {
            assertThat(refusal(() -> TagSet.ofHeader(wrong)).error()).as(wrong).isEqualTo(S3Error.INVALID_TAG);
        }
        assertThat(TagSet.ofHeader("x".repeat(128) + "=" + "y".repeat(256)).size())
                .isEqualTo(1);
        for (String wrong : List.of("k=%FF", "k=1&k=2", "k&k", "a=1,b=2")) {
            assertThat(refusal(() -> TagSet.ofHeader(wrong)).error()).as(wrong).isEqualTo(S3Error.INVALID_ARGUMENT);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Tagging/>",
                "<Other><TagSet/></Other>",
                "<Tagging><TagSet><Tag><Key>k</Key></Tag></TagSet></Tagging>",
                "<Tagging><TagSet><Tag><Value>v</Value></Tag></TagSet></Tagging>",
                ""
            })
    void documentOfTags_thatIsNone_isMalformed(String xml) {
        assertThat(refusal(() -> TagSet.ofObject(xml.getBytes(StandardCharsets.UTF_8)))
                        .error())
                .isEqualTo(S3Error.MALFORMED_XML);
    }
}
