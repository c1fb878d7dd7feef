package io.chameleon.s3.body;

import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;

/** How long a body is without its framing, as its headers say. */
final class BodyLength {
    private static final String DECODED_LENGTH = "x-amz-decoded-content-length";

    private BodyLength() {}

    /** In bytes; -1: unknown until the body's end. */
    static long of(HttpHeaders headers, Payload payload) {
        String decoded = headers.get(DECODED_LENGTH);
        if (payload.kind().chunked()) {
            if (decoded == null) {
                throw new S3Exception(S3Error.MISSING_CONTENT_LENGTH);
            }
            return parse(DECODED_LENGTH, decoded);
        }
        // Chunks that nobody takes apart would be stored with the object. The coding alone is no framing: a client that
        // frames says how long the content is without.
        if (decoded != null) {
            throw new S3Exception(
                    S3Error.NOT_IMPLEMENTED, "aws-chunked needs an x-amz-content-sha256 that begins with STREAMING-.");
        }
        String plain = headers.get("content-length");
        return plain == null ? -1 : parse("content-length", plain);
    }

    private static long parse(String header, String text) {
        try {
            long length = Long.parseLong(text.strip());
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException e) {
            // Reported below, as a negative one is.
        }
        throw new S3Exception(S3Error.INVALID_ARGUMENT, "Value for " + header + " header is invalid.")
                .with("ArgumentName", header)
                .with("ArgumentValue", text);
    }
}
