package io.chameleon.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.auth.Authenticator;
import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.auth.SignedRequest;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each wrong announcement and each broken body is told. The body is "hello" unless said otherwise. */
class BodyDecoderTest {
    private static final String HELLO_SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    private static final String HELLO_MD5 = "XUFAKrxLKna5cZ2REBfFkg==";
    private static final String HELLO_CRC32 = "NhCmhg==";
    private static final String CRC32_TRAILER = "x-amz-checksum-crc32:" + HELLO_CRC32 + "\r\n";
    private static final Authenticator ANYBODY = new Authenticator(key -> null, null, InstantSource.system());

    private static DecodedBody decode(String body, String... headers) {
        HttpHeaders all = new DefaultHttpHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        BodyPlan plan = BodyPlan.of(
                all, ANYBODY.authenticate(new SignedRequest("PUT", "/b/k", all)).payload());
        BodyDecoder decoder = new BodyDecoder(plan, 1000, true, ChecksumAlgorithm.CRC64NVME);
        StringBuilder decoded = new StringBuilder();
        decoder.decode(
                ByteBuffer.wrap(body.getBytes(StandardCharsets.ISO_8859_1)),
                piece -> decoded.append(StandardCharsets.ISO_8859_1.decode(piece)));
        DecodedBody end = decoder.finish();
        assertThat(decoded.toString()).isIn("hello", "");
        return end;
    }

    private static DecodedBody decodeChunks(String body, String... more) {
        String[] headers = new String[more.length + 4];
        headers[0] = "x-amz-content-sha256";
        headers[1] = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
        headers[2] = "x-amz-decoded-content-length";
        headers[3] = "5";
        System.arraycopy(more, 0, headers, 4, more.length);
        return decode(body, headers);
    }

    private static S3Exception refusal(ThrowingCallable call) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, call);
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @Test
    void plain_withoutAnnouncement_getsTheChecksumOfAmazon() {
        DecodedBody body = decode("hello");
        assertThat(body.md5()).isEqualTo("5d41402abc4b2a76b9719d911017c592");
        assertThat(body.length()).isEqualTo(5);
        assertThat(body.checksum()).isEqualTo(new Checksum(ChecksumAlgorithm.CRC64NVME, "M3eFcAZSQlc="));
    }

    @Test
    void plain_withEverythingAnnounced_isChecked() {
        DecodedBody body = decode(
                "hello",
                "Content-Length",
                "5",
                "Content-MD5",
                HELLO_MD5,
                "x-amz-content-sha256",
                HELLO_SHA256,
                "x-amz-checksum-crc32",
                HELLO_CRC32,
                "x-amz-sdk-checksum-algorithm",
                "CRC32");
        assertThat(body.checksum()).isEqualTo(new Checksum(ChecksumAlgorithm.CRC32, HELLO_CRC32));
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length, 6, INCOMPLETE_BODY",
        "Content-Length, 4, INCOMPLETE_BODY",
        "Content-Length, 1001, ENTITY_TOO_LARGE",
        "Content-Length, -1, INVALID_ARGUMENT",
        "Content-MD5, '', INVALID_DIGEST",
        "Content-MD5, YWJyYWNhZGFicmE=, INVALID_DIGEST",
        "Content-MD5, rL0Y20xC+Fzt72VPzMSk2A==, BAD_DIGEST",
        "x-amz-content-sha256, 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9825,"
                + " CONTENT_SHA256_MISMATCH",
        "x-amz-checksum-crc32, NhCmhw==, BAD_DIGEST",
        "x-amz-checksum-crc32, NhCm, BAD_DIGEST",
        "x-amz-checksum-crc32c, '', BAD_DIGEST",
        "x-amz-checksum-sha1, NhCmhg==, BAD_DIGEST",
        "x-amz-checksum-blake3, NhCmhg==, INVALID_REQUEST",
        "x-amz-sdk-checksum-algorithm, CRC32, INVALID_REQUEST",
        "x-amz-trailer, x-amz-checksum-crc32, INVALID_REQUEST",
        "x-amz-decoded-content-length, 5, NOT_IMPLEMENTED",
    })
    void plain_announcedWrongly(String header, String value, S3Error error) {
        assertThat(refusal(() -> decode("hello", header, value)).error()).isEqualTo(error);
    }

    @Test
    void checksums_twoOrOfAnotherName_areRefused() {
        assertThat(refusal(() -> decode(
                                "hello",
                                "x-amz-checksum-crc32",
                                HELLO_CRC32,
                                "x-amz-checksum-sha1",
                                "qvTGHdzF6KLavt4PO0gs2a6pQ00="))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal(() -> decode(
                                "hello", "x-amz-checksum-crc32", HELLO_CRC32, "x-amz-sdk-checksum-algorithm", "SHA256"))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
        // These say nothing of the body.
        decode("hello", "x-amz-checksum-mode", "ENABLED", "x-amz-checksum-algorithm", "SHA1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhello\r\n0\r\n" + CRC32_TRAILER + "\r\n",
                "2\r\nhe\r\n03\r\nllo\r\n0\r\n" + CRC32_TRAILER + "\r\n",
                "5\r\nhello\r\n0\r\nX-Amz-Checksum-CRC32: " + HELLO_CRC32 + "\r\n\r\n",
                "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:" + HELLO_CRC32 + "\n\r\n\r\n"
            })
    void chunks_asClientsWriteThem_areDecoded(String body) {
        assertThat(decodeChunks(body, "x-amz-trailer", "x-amz-checksum-crc32").checksum())
                .isEqualTo(new Checksum(ChecksumAlgorithm.CRC32, HELLO_CRC32));
    }

    @Test
    void chunks_withoutTrailer_getTheChecksumOfAmazon() {
        assertThat(decodeChunks("5\r\nhello\r\n0\r\n\r\n").checksum())
                .isEqualTo(new Checksum(ChecksumAlgorithm.CRC64NVME, "M3eFcAZSQlc="));
    }

    @ParameterizedTest
    @CsvSource({
        "'5|hello|0||', MALFORMED_TRAILER",
        "'5|hello|0|', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32:NhCmhg==|', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-sha1:qvTGHdzF6KLavt4PO0gs2a6pQ00=||', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32:NhCmhg==|x-amz-checksum-crc32:NhCmhg==||', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32:NhCmhg==|x-amz-meta-a:b||', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32||', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32:NhCmhg==||more', MALFORMED_TRAILER",
        "'5|hello|0|x-amz-checksum-crc32:NhCmhw==||', BAD_DIGEST",
        "'5|hello|0|x-amz-checksum-crc32:NhCm||', INVALID_REQUEST",
        "'4|hell|0|x-amz-checksum-crc32:NhCmhg==||', INCOMPLETE_BODY",
        "'6|hello!|0|x-amz-checksum-crc32:NhCmhg==||', INCOMPLETE_BODY",
        "'5|hel', INCOMPLETE_BODY",
        "'5|hello|', INCOMPLETE_BODY",
        "'', INCOMPLETE_BODY",
        "'5|hello!|0|', INVALID_REQUEST",
        "'-5|hello|0|', INVALID_REQUEST",
        "'0x5|hello|0|', INVALID_REQUEST",
        "'|hello|0|', INVALID_REQUEST",
        "'ffffffffffffffff|hello|0|', INVALID_REQUEST",
        "'fffffffffffffff|hello|0|', INCOMPLETE_BODY",
        "'5;chunk-signature=00|hello|0|', INVALID_REQUEST",
        "'5;name=value|hello|0|', INVALID_REQUEST",
        "'hello', INCOMPLETE_BODY",
    })
    void chunks_thatAreBroken(String body, S3Error error) {
        assertThat(refusal(() -> decodeChunks(body.replace("|", "\r\n"), "x-amz-trailer", "x-amz-checksum-crc32"))
                        .error())
                .isEqualTo(error);
    }

    @Test
    void chunks_withALineWithoutEnd_areRefusedEarly() {
        assertThat(refusal(() -> decodeChunks("5".repeat(5000))).error()).isEqualTo(S3Error.INVALID_REQUEST);
    }

    @Test
    void trailer_withoutAnnouncement_orBesidesAHeader_isRefused() {
        String body = "5\r\nhello\r\n0\r\n" + CRC32_TRAILER + "\r\n";
        assertThat(refusal(() -> decodeChunks(body)).error()).isEqualTo(S3Error.MALFORMED_TRAILER);
        assertThat(refusal(() -> decodeChunks(
                                body, "x-amz-trailer", "x-amz-checksum-crc32", "x-amz-checksum-crc32", HELLO_CRC32))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal(() -> decodeChunks(body, "x-amz-trailer", "x-amz-meta-a"))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
    }

    @Test
    void chunks_withoutTheirLength_areRefused() {
        assertThat(refusal(() -> decode("", "x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"))
                        .error())
                .isEqualTo(S3Error.MISSING_CONTENT_LENGTH);
    }

    @Test
    void body_onceRefused_staysRefused() {
        BodyPlan plan = BodyPlan.of(new DefaultHttpHeaders().add("Content-Length", "1"), Payload.UNSIGNED);
        BodyDecoder decoder = new BodyDecoder(plan, 1000, false, null);
        refusal(() -> decoder.decode(ByteBuffer.allocate(2), piece -> {}));
        assertThat(refusal(() -> decoder.decode(ByteBuffer.allocate(0), piece -> {}))
                        .error())
                .isEqualTo(S3Error.INCOMPLETE_BODY);
        assertThat(refusal(decoder::finish).error()).isEqualTo(S3Error.INCOMPLETE_BODY);
    }

    @Test
    void body_withoutAnythingWanted_hasOnlyItsLength() {
        BodyDecoder decoder = new BodyDecoder(
                BodyPlan.withoutChecksum(
                        new DefaultHttpHeaders().add("x-amz-checksum-crc32", "of the object"), Payload.UNSIGNED),
                1000,
                false,
                null);
        decoder.decode(ByteBuffer.allocate(7), piece -> {});
        assertThat(decoder.finish()).isEqualTo(new DecodedBody(7, null, null));
    }

    @Test
    void file_ofAForm_isHeldToItsFields() {
        Map<String, String> fields = new HashMap<>(Map.of(
                "key", "k", "content-md5", HELLO_MD5, "x-amz-checksum-crc32", HELLO_CRC32, "a field", "with\r\nlines"));
        BodyDecoder right = new BodyDecoder(BodyPlan.ofForm(fields), 1000, false, null);
        right.decode(ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)), piece -> {});
        assertThat(right.finish().checksum()).isEqualTo(new Checksum(ChecksumAlgorithm.CRC32, HELLO_CRC32));
        BodyDecoder wrong = new BodyDecoder(BodyPlan.ofForm(fields), 1000, false, null);
        wrong.decode(ByteBuffer.wrap("hullo".getBytes(StandardCharsets.US_ASCII)), piece -> {});
        assertThat(refusal(wrong::finish).error()).isEqualTo(S3Error.BAD_DIGEST);
        fields.put("x-amz-checksum-crc32", "a\r\nb");
        assertThat(refusal(() -> BodyPlan.ofForm(fields)).error()).isEqualTo(S3Error.BAD_DIGEST);
    }

    /** A field may have characters that a header cannot. */
    @ParameterizedTest
    @CsvSource({"content-md5, INVALID_DIGEST", "x-amz-checksum-crc32, BAD_DIGEST"})
    void fieldOfAForm_withAnyCharacter_isCompared(String name, S3Error error) {
        for (String value : List.of("\u0000", "\u0001x", " ", "a\r\nb", "\uFFFE")) {
            assertThat(refusal(() -> BodyPlan.ofForm(Map.of(name, value))).error())
                    .isEqualTo(error);
        }
    }
}
