package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Of what an object's checksum is. */
public enum ChecksumType {
    /** Of the object's bytes. */
    FULL_OBJECT,
    /** Of the checksums of its parts. */
    COMPOSITE;

    /**
     * The type of a multipart upload.
     *
     * @param header {@code x-amz-checksum-type}; null: the algorithm's default
     */
    public static ChecksumType ofUpload(@Nullable String header, ChecksumAlgorithm algorithm) {
        if (header == null) {
            return algorithm == ChecksumAlgorithm.CRC64NVME ? FULL_OBJECT : COMPOSITE;
        }
        for (ChecksumType type : values()) {
            if (type.name().equals(header.toUpperCase(Locale.ROOT))) {
                type.requireFor(algorithm);
                return type;
            }
        }
        throw new S3Exception(S3Error.INVALID_REQUEST, "Value for x-amz-checksum-type header is invalid.");
    }

    private void requireFor(ChecksumAlgorithm algorithm) {
        boolean possible = this == COMPOSITE ? algorithm != ChecksumAlgorithm.CRC64NVME : algorithm.combiner() != null;
        if (!possible) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The " + name() + " checksum type cannot be used with the "
                            + algorithm.name().toLowerCase(Locale.ROOT) + " checksum algorithm.");
        }
    }
}
