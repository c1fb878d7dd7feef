package io.chameleon.s3.body;

import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the headers announce about a body.
 *
 * @param payload framing and signature
 * @param length of the decoded body; -1: unknown until its end
 * @param md5 Content-MD5 in Base64, or null
 * @param checksum the one in the headers, or null
 * @param trailer the algorithm of the one that follows the body, or null
 */
public record BodyPlan(
        Payload payload,
        long length,
        @Nullable String md5,
        @Nullable Checksum checksum,
        @Nullable ChecksumAlgorithm trailer) {
    private static final String MD5 = "content-md5";
    private static final int MD5_BYTES = 16;
    private static final String TRAILER = "x-amz-trailer";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    /** Of a request whose checksum headers are about its body. Headers that contradict each other are refused. */
    public static BodyPlan of(HttpHeaders headers, Payload payload) {
        Checksum checksum = ChecksumHeaders.announced(headers);
        BodyPlan plan = plan(headers, payload, checksum);
        plan.requireNamed(headers.get(SDK_ALGORITHM));
        return plan;
    }

    /** Of a request whose checksum headers are about something else: completing an upload names the object's. */
    public static BodyPlan withoutChecksum(HttpHeaders headers, Payload payload) {
        return plan(headers, payload, null);
    }

    /** Of the file in a form, whose fields (names in lower case) stand for headers. Its length is known at its end. */
    public static BodyPlan ofForm(Map<String, String> fields) {
        // They are compared, and sent nowhere: a value may have any character.
        HttpHeaders headers =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        fields.forEach((name, value) -> {
            if (name.equals(MD5) || name.startsWith(ChecksumAlgorithm.HEADER_PREFIX)) {
                headers.add(name, value);
            }
        });
        return plan(headers, Payload.UNSIGNED, ChecksumHeaders.announced(headers));
    }

    /** The same for whoever does not compare the MD5. */
    public BodyPlan withoutMd5() {
        return new BodyPlan(payload, length, null, checksum, trailer);
    }

    private static BodyPlan plan(HttpHeaders headers, Payload payload, @Nullable Checksum checksum) {
        ChecksumAlgorithm trailer = trailer(headers, payload);
        if (checksum != null && trailer != null) {
            throw new S3Exception(S3Error.INVALID_REQUEST, "Expecting a single x-amz-checksum- header");
        }
        return new BodyPlan(payload, BodyLength.of(headers, payload), md5(headers.get(MD5)), checksum, trailer);
    }

    private static @Nullable String md5(@Nullable String header) {
        if (header == null) {
            return null;
        }
        byte @Nullable [] value = Checksum.decode(header, MD5_BYTES);
        if (value == null) {
            throw new S3Exception(S3Error.INVALID_DIGEST).with("Content-MD5", header);
        }
        return Base64.getEncoder().encodeToString(value);
    }

    private static @Nullable ChecksumAlgorithm trailer(HttpHeaders headers, Payload payload) {
        String name = headers.get(TRAILER);
        if (name == null) {
            return null;
        }
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.ofHeader(name.strip());
        if (algorithm == null
                || !payload.kind().trailer()
                || headers.getAll(TRAILER).size() > 1) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "The value specified in the x-amz-trailer header is not supported");
        }
        return algorithm;
    }

    private void requireNamed(@Nullable String sdkAlgorithm) {
        if (sdkAlgorithm == null) {
            return;
        }
        ChecksumAlgorithm announced = algorithm();
        if (announced == null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer"
                            + " headers were found.");
        }
        if (ChecksumAlgorithm.named(sdkAlgorithm.strip()) != announced) {
            throw new S3Exception(S3Error.INVALID_REQUEST, "Value for x-amz-sdk-checksum-algorithm header is invalid.");
        }
    }

    /** The MD5 in hex, as an ETag has it; BadDigest if another one was announced. */
    String requireMd5(byte[] value) {
        String computed = Base64.getEncoder().encodeToString(value);
        if (md5 != null && !md5.equals(computed)) {
            throw new S3Exception(S3Error.BAD_DIGEST, "The Content-MD5 you specified did not match what we received.")
                    .with("ExpectedDigest", md5)
                    .with("CalculatedDigest", computed);
        }
        return HexFormat.of().formatHex(value);
    }

    /** XAmzContentSHA256Mismatch if another one was announced. */
    void requireSha256(byte[] value) {
        String expected = payload.sha256();
        String computed = HexFormat.of().formatHex(value);
        if (expected != null && !expected.equals(computed)) {
            throw new S3Exception(S3Error.CONTENT_SHA256_MISMATCH)
                    .with("ClientComputedContentSHA256", expected)
                    .with("S3ComputedContentSHA256", computed);
        }
    }

    /** The one that is announced, in the headers or to follow; null: none. */
    public @Nullable ChecksumAlgorithm algorithm() {
        return checksum == null ? trailer : checksum.algorithm();
    }
}
