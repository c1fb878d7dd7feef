package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import org.jspecify.annotations.Nullable;

/**
 * The line before a chunk: its size in hex and, if chunks are signed, {@code ;chunk-signature=} and 64 hex digits.
 *
 * @param signature null: the chunk has none
 */
record ChunkHeader(long size, @Nullable String signature) {
    private static final String SIGNATURE = "chunk-signature=";
    /** More than any object has; leading zeros are nobody's custom. */
    private static final int MAX_DIGITS = 15;

    static ChunkHeader parse(String line, boolean signed) {
        if (!line.endsWith("\r")) {
            throw malformed();
        }
        String header = line.substring(0, line.length() - 1);
        int semicolon = header.indexOf(';');
        if ((semicolon >= 0) != signed) {
            throw malformed();
        }
        long size = size(semicolon < 0 ? header : header.substring(0, semicolon));
        if (semicolon < 0) {
            return new ChunkHeader(size, null);
        }
        String extension = header.substring(semicolon + 1);
        if (!extension.startsWith(SIGNATURE)) {
            throw malformed();
        }
        return new ChunkHeader(size, extension.substring(SIGNATURE.length()));
    }

    private static long size(String digits) {
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            throw malformed();
        }
        long size = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw malformed();
            }
            size = size << 4 | digit;
        }
        return size;
    }

    static S3Exception malformed() {
        return new S3Exception(S3Error.INVALID_REQUEST, "The body is not framed as aws-chunked.");
    }
}
