package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checksum's value.
 *
 * @param value Base64, padded
 */
public record Checksum(ChecksumAlgorithm algorithm, String value) {
    /** Headers of the same prefix that hold no value. */
    private static final Set<String> OTHERS =
            Set.of("x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type");

    /** Text that is no value of the algorithm is InvalidRequest; source says where it stood. */
    public static Checksum parse(ChecksumAlgorithm algorithm, String text, String source) {
        byte @Nullable [] value = decode(text, algorithm.bytes());
        if (value == null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Value for " + algorithm.header() + " " + source + " is invalid.");
        }
        return of(algorithm, value);
    }

    static Checksum of(ChecksumAlgorithm algorithm, byte[] value) {
        return new Checksum(algorithm, Base64.getEncoder().encodeToString(value));
    }

    /**
     * The one checksum among the headers. Two, or one that is unknown, are InvalidRequest; what can be the checksum of
     * no body is BadDigest.
     */
    public static @Nullable Checksum announced(HttpHeaders headers) {
        Checksum found = null;
        for (var header : headers) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!name.startsWith(ChecksumAlgorithm.HEADER_PREFIX) || OTHERS.contains(name)) {
                continue;
            }
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.ofHeader(name);
            if (algorithm == null) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST, "The checksum algorithm of " + name + " is not supported.");
            }
            if (found != null) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.");
            }
            byte @Nullable [] value = decode(header.getValue(), algorithm.bytes());
            if (value == null) {
                // No body has it.
                throw new S3Exception(S3Error.BAD_DIGEST, "Value for " + name + " header is invalid.");
            }
            found = of(algorithm, value);
        }
        return found;
    }

    byte[] bytes() {
        return Base64.getDecoder().decode(value);
    }

    /** Null: not Base64, or of another length. */
    static byte @Nullable [] decode(String text, int length) {
        try {
            byte[] value = Base64.getDecoder().decode(text.strip());
            return value.length == length ? value : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
