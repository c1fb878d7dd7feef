package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;

/** How a malformed credential is reported: it depends on where it stood. */
enum Fault {
    HEADER(S3Error.AUTHORIZATION_HEADER_MALFORMED, "The authorization header is malformed; "),
    QUERY(S3Error.AUTHORIZATION_QUERY_PARAMETERS, "Error parsing the X-Amz-Credential parameter; "),
    FORM(S3Error.INVALID_ARGUMENT, "Error parsing the X-Amz-Credential field; ");

    private final S3Error error;
    private final String prefix;

    Fault(S3Error error, String prefix) {
        this.error = error;
        this.prefix = prefix;
    }

    S3Exception because(String reason) {
        return new S3Exception(error, prefix + reason);
    }
}
