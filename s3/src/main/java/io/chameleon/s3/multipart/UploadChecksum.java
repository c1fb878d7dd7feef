package io.chameleon.s3.multipart;

import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.ChecksumType;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import org.jspecify.annotations.Nullable;

/** The checksum that an upload begins with: its parts must have it, and the object gets it. */
record UploadChecksum(ChecksumAlgorithm algorithm, ChecksumType type) {
    private static final String ALGORITHM = "x-amz-checksum-algorithm";
    private static final String TYPE = "x-amz-checksum-type";

    /** Null: the request names none. */
    static @Nullable UploadChecksum of(Call call) {
        String name = call.header(ALGORITHM);
        String type = call.header(TYPE);
        if (name == null && type != null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.");
        }
        if (name == null) {
            return null;
        }
        ChecksumAlgorithm algorithm = ChecksumAlgorithm.require(name);
        return new UploadChecksum(algorithm, ChecksumType.ofUpload(type, algorithm));
    }

    void tell(S3Response answer) {
        answer.header(ALGORITHM, algorithm.name()).header(TYPE, type.name());
    }
}
