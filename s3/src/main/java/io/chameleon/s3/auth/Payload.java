package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the body is signed and framed: what {@code x-amz-content-sha256} says.
 *
 * @param sha256 of the body, 64 lower-case hex digits, if it was announced
 * @param chunks checks the signatures of the chunks, if they have any
 */
public record Payload(
        PayloadKind kind, @Nullable String sha256, @Nullable ChunkSignatures chunks) {
    /** Neither signed nor framed. */
    public static final Payload UNSIGNED = new Payload(PayloadKind.UNSIGNED, null, null);

    static final String HEADER = "x-amz-content-sha256";
    static final String UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String ECDSA = "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD";

    /** Signed chunks lack what checks them until {@link #sealed}. */
    static Payload parse(String value) {
        if (SHA256.matcher(value).matches()) {
            return new Payload(PayloadKind.SHA256, value.toLowerCase(Locale.ROOT), null);
        }
        for (PayloadKind kind : PayloadKind.values()) {
            if (kind != PayloadKind.SHA256 && kind.value().equals(value)) {
                return new Payload(kind, null, null);
            }
        }
        if (value.startsWith(ECDSA)) {
            throw new S3Exception(S3Error.NOT_IMPLEMENTED, "Signatures of the version 4A are not implemented.");
        }
        throw new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
                                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
                                + " or a valid sha256 value.")
                .with("ArgumentName", HEADER)
                .with("ArgumentValue", value);
    }

    Payload sealed(ChunkSignatures signatures) {
        return kind.signed() ? new Payload(kind, sha256, signatures) : this;
    }
}
