package io.chameleon.s3.auth;

/** What {@code x-amz-content-sha256} names. */
public enum PayloadKind {
    /** Plain bytes, protected by TLS at best. */
    UNSIGNED(Payload.UNSIGNED_PAYLOAD, false, false, false),
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

    PayloadKind(String value, boolean chunked, boolean signed, boolean trailer) {
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
