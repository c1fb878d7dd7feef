package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A checksum's value.
 *
 * @param value Base64, padded
 */
public record Checksum(ChecksumAlgorithm algorithm, String value) {
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
