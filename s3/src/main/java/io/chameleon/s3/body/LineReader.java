package io.chameleon.s3.body;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects lines from pieces; a line that is too long is refused before it is kept. */
final class LineReader {
    static final int MAX_BYTES = 1024;

    private byte[] line = new byte[128];
    private int length;

    /** The next line, with its carriage return but without its line feed; null: it has not ended yet. */
    @Nullable
    String next(ByteBuffer in) {
        while (in.hasRemaining()) {
            byte b = in.get();
            if (b == '\n') {
                String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
                length = 0;
                return text;
            }
            if (length == MAX_BYTES) {
                throw new S3Exception(S3Error.INVALID_REQUEST, "A line between chunks is too long.");
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, line.length * 2);
            }
            line[length++] = b;
        }
        return null;
    }
}
