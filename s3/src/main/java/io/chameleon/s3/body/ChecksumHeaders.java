package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the checksum that the headers of a request announce. */
final class ChecksumHeaders {
    /** Headers of the same prefix that hold no value. */
    private static final Set<String> OTHERS =
            Set.of("x-amz-checksum-algorithm", "x-amz-checksum-mode", "x-amz-checksum-type");

    private ChecksumHeaders() {}

    /**
     * The one checksum among the headers. Two, or one that is unknown, are InvalidRequest; what can be the checksum of
     * no body is BadDigest.
     */
    static @Nullable Checksum announced(HttpHeaders headers) {
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
            byte @Nullable [] value = Checksum.decode(header.getValue(), algorithm.bytes());
            if (value == null) {
                // No body has it.
                throw new S3Exception(S3Error.BAD_DIGEST, "Value for " + name + " header is invalid.");
            }
            found = Checksum.of(algorithm, value);
        }
        return found;
    }
}
