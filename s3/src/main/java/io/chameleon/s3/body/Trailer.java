package io.chameleon.s3.body;

import io.chameleon.s3.auth.ChunkSignatures;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines after the last chunk. At most one checksum and, if chunks are signed, the signature of that.
 *
 * <p>Some clients end a line with a bare line feed, and put an empty line before the signature (minio-go): both are
 * understood.
 */
final class Trailer {
    private static final String SIGNATURE = "x-amz-trailer-signature";
    private static final int MAX_LINES = 8;

    private final @Nullable ChecksumAlgorithm announced;
    private final @Nullable ChunkSignatures signatures;
    private final Map<String, String> values = new TreeMap<>();
    private boolean signatureSeen;
    private boolean blankSeen;
    private boolean complete;
    private int lines;

    Trailer(@Nullable ChecksumAlgorithm announced, @Nullable ChunkSignatures signatures) {
        this.announced = announced;
        this.signatures = signatures;
    }

    /** Takes a line without its end. */
    void line(String line) {
        if (++lines > MAX_LINES) {
            throw malformed();
        }
        if (line.isEmpty()) {
            boolean awaitsSignature = signatures != null && !signatureSeen && !values.isEmpty();
            if (awaitsSignature && blankSeen) {
                throw malformed();
            }
            blankSeen = true;
            complete = !awaitsSignature;
            return;
        }
        int colon = line.indexOf(':');
        if (colon <= 0 || signatureSeen) {
            throw malformed();
        }
        String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        String value = line.substring(colon + 1).strip();
        if (signatures != null && name.equals(SIGNATURE)) {
            signatureSeen = true;
            signatures.checkTrailer(hash(), value);
        } else if (blankSeen || values.put(name, value) != null) {
            throw malformed();
        }
    }

    private byte[] hash() {
        StringBuilder text = new StringBuilder();
        values.forEach(
                (name, value) -> text.append(name).append(':').append(value).append('\n'));
        Hasher sha256 = ChecksumAlgorithm.SHA256.hasher();
        sha256.update(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.ISO_8859_1)));
        return sha256.finish();
    }

    boolean complete() {
        return complete;
    }

    /** A checksum that was announced and is missing, and anything that was not announced, are refused. */
    @Nullable
    Checksum checksum() {
        if (!complete || values.size() != (announced == null ? 0 : 1)) {
            throw malformed();
        }
        if (announced == null) {
            return null;
        }
        String value = values.get(announced.header());
        if (value == null) {
            throw malformed();
        }
        return Checksum.parse(announced, value, "trailing header");
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_TRAILER);
    }
}
