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
        Kind kind, @Nullable String sha256, @Nullable ChunkSignatures chunks) {
    /** Neither signed nor framed. */
    public static final Payload UNSIGNED = new Payload(Kind.UNSIGNED, null, null);

    static final String HEADER = "x-amz-content-sha256";
    static final String UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";

    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String ECDSA = "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD";

    /** What the header names. */
    public enum Kind {
        /** Plain bytes, protected by TLS at best. */
        UNSIGNED(UNSIGNED_PAYLOAD, false, false, false),
        /** Plain bytes with a hash that is part of the signature. */
        SHA256("", false, false, false),
        /** Chunks, each signed. */
        SIGNED_CHUNKS("STREAMING-AWS4-HMAC-SHA256-PAYLOAD", true, true, false),
        /** Chunks, each signed, then checksums, signed. */
        SIGNED_CHUNKS_AND_TRAILER("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", true, true, true),
        /** Chunks, then checksums, nothing signed. */
        UNSIGNED_CHUNKS_AND_TRAILER("STREAMING-UNSIGNED-PAYLOAD-TRAILER", true, false, true);

        private final String value;
        private final boolean chunked;
        private final boolean signed;
        private final boolean trailer;

        Kind(String value, boolean chunked, boolean signed, boolean trailer) {
            this.value = value;
            this.chunked = chunked;
            this.signed = signed;
            this.trailer = trailer;
        }

        /** The body is framed in the manner of aws-chunked. */
        public boolean chunked() {
            return chunked;
        }

        /** Each chunk has a signature. */
        public boolean signed() {
            return signed;
        }

        /** Checksums may follow the last chunk. */
        public boolean trailer() {
            return trailer;
        }

        String value() {
            return value;
        }
    }

    /** Signed chunks lack what checks them until {@link #sealed}. */
    static Payload parse(String value) {
        if (SHA256.matcher(value).matches()) {
            return new Payload(Kind.SHA256, value.toLowerCase(Locale.ROOT), null);
        }
        for (Kind kind : Kind.values()) {
            if (kind != Kind.SHA256 && kind.value.equals(value)) {
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
