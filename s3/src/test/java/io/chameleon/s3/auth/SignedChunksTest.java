package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.body.BodyDecoder;
import io.chameleon.s3.body.BodyPlan;
import io.chameleon.s3.body.DecodedBody;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signed chunks with whatever lines between them; all signatures are right before a test breaks something. */
class SignedChunksTest {
    private static final byte[] KEY = new byte[32];
    private static final String TIME = "20260301T120000Z";
    private static final String SCOPE = "20260301/us-east-1/s3/aws4_request";
    private static final String SEED = "0".repeat(64);
    private static final String CHECKSUM = "x-amz-checksum-crc32:NhCmhg=="; // of "hello"

    private static String sign(String kind, String previous, String hashes) {
        return Hashes.hmacHex(KEY, kind + "\n" + TIME + "\n" + SCOPE + "\n" + previous + "\n" + hashes);
    }

    /** Chunks of these bytes, then the trailer in the form of a client, with SIGNATURE in it. */
    private static String body(String trailer, String... chunks) {
        StringBuilder body = new StringBuilder();
        String previous = SEED;
        for (int i = 0; i <= chunks.length; i++) {
            String chunk = i == chunks.length ? "" : chunks[i];
            previous =
                    sign("AWS4-HMAC-SHA256-PAYLOAD", previous, Hashes.sha256Hex("") + "\n" + Hashes.sha256Hex(chunk));
            body.append(Integer.toHexString(chunk.length()))
                    .append(";chunk-signature=")
                    .append(previous)
                    .append("\r\n");
            body.append(chunk).append(chunk.isEmpty() ? "" : "\r\n");
        }
        String signature = sign("AWS4-HMAC-SHA256-TRAILER", previous, Hashes.sha256Hex(CHECKSUM + "\n"));
        return body + trailer.replace("|", "\r\n").replace("SIGNATURE", "x-amz-trailer-signature:" + signature);
    }

    private static DecodedBody decode(int length, boolean trailer, String body) {
        HttpHeaders headers = new DefaultHttpHeaders().add("x-amz-decoded-content-length", length);
        if (trailer) {
            headers.add("x-amz-trailer", "x-amz-checksum-crc32");
        }
        PayloadKind kind = trailer ? PayloadKind.SIGNED_CHUNKS_AND_TRAILER : PayloadKind.SIGNED_CHUNKS;
        Payload payload = new Payload(kind, null, new ChunkSignatures(KEY, TIME, SCOPE, SEED));
        BodyDecoder decoder = new BodyDecoder(BodyPlan.of(headers, payload), Long.MAX_VALUE, false, null);
        decoder.decode(ByteBuffer.wrap(body.getBytes(StandardCharsets.ISO_8859_1)), piece -> {});
        return decoder.finish();
    }

    private static S3Error refusal(int length, boolean trailer, String body) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> decode(length, trailer, body));
        assertThat(refusal).as(body).isNotNull();
        return refusal.error();
    }

    @ParameterizedTest
    @CsvSource({
        CHECKSUM + "|SIGNATURE||",
        "'" + CHECKSUM + "\n|SIGNATURE||'", // minio-go
        "X-Amz-Checksum-CRC32: NhCmhg== |SIGNATURE||",
    })
    void trailer_asClientsWriteIt_isTaken(String trailer) {
        assertThat(decode(5, true, body(trailer, "hello")).checksum()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "||, MALFORMED_TRAILER",
        CHECKSUM + "||, MALFORMED_TRAILER",
        CHECKSUM + "|||, MALFORMED_TRAILER",
        CHECKSUM + "|SIGNATURE|, MALFORMED_TRAILER",
        "SIGNATURE|" + CHECKSUM + "||, SIGNATURE_DOES_NOT_MATCH",
        CHECKSUM + "|SIGNATURE|x-amz-meta-a:b||, MALFORMED_TRAILER",
        CHECKSUM + "|x-amz-meta-a:b|SIGNATURE||, SIGNATURE_DOES_NOT_MATCH",
        "x-amz-checksum-crc32:NhCmhw==|SIGNATURE||, SIGNATURE_DOES_NOT_MATCH",
        CHECKSUM + "|x-amz-trailer-signature:00||, SIGNATURE_DOES_NOT_MATCH",
    })
    void trailer_brokenOrTakenAway_isRefused(String trailer, S3Error error) {
        assertThat(refusal(5, true, body(trailer, "hello"))).isEqualTo(error);
    }

    @Test
    void chunks_tooSmallBeforeTheLast_areRefused() {
        String small = "a".repeat(8191);
        assertThat(refusal(8192, false, body("|", small, "b"))).isEqualTo(S3Error.INVALID_CHUNK_SIZE);
        assertThat(decode(8193, false, body("|", small + "a", "b")).length()).isEqualTo(8193);
        assertThat(decode(8191, false, body("|", small)).length()).isEqualTo(8191);
    }

    @Test
    void chunks_changedSwappedOrUnsigned_areRefused() {
        String one = "a".repeat(8192);
        String two = "b".repeat(8192);
        String body = body("|", one, two);
        assertThat(decode(16384, false, body).length()).isEqualTo(16384);
        int middle = body.indexOf("2000;", 1);
        int end = body.lastIndexOf("0;");
        String swapped = body.substring(middle, end) + body.substring(0, middle) + body.substring(end);
        UnaryOperator<String> unsigned = text -> text.replaceAll(";chunk-signature=[0-9a-f]{64}", "");
        assertThat(refusal(16384, false, swapped)).isEqualTo(S3Error.SIGNATURE_DOES_NOT_MATCH);
        assertThat(refusal(16384, false, body.replace('b', 'c'))).isEqualTo(S3Error.SIGNATURE_DOES_NOT_MATCH);
        assertThat(refusal(16384, false, unsigned.apply(body))).isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal(8192, false, body.substring(0, middle) + body.substring(end)))
                .isEqualTo(S3Error.SIGNATURE_DOES_NOT_MATCH);
        assertThat(refusal(16384, false, body.substring(0, end))).isEqualTo(S3Error.INCOMPLETE_BODY);
    }
}
