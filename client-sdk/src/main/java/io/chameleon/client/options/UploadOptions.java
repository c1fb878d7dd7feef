package io.chameleon.client.options;

import io.chameleon.core.Require;

/**
 * How to upload one object in several parts at a time.
 *
 * @param parallel parts at a time, 1 to 64; each takes two segments and their parity in memory
 * @param partBytes bytes of each part but the last, 64 KiB or more. A larger object than fits in 10,000 of them gets
 *     larger parts. To resume an upload, give what it was begun with: parts of another size are uploaded anew
 */
public record UploadOptions(int parallel, long partBytes) {
    /** Four parts of 64 MiB at a time. */
    public static final UploadOptions DEFAULT = new UploadOptions(4, 64L << 20);

    private static final int MOST_AT_ONCE = 64;
    private static final long LEAST_BYTES = 64 << 10;

    public UploadOptions {
        Require.that(parallel >= 1 && parallel <= MOST_AT_ONCE, "parallel", parallel, "1 to " + MOST_AT_ONCE);
        Require.that(partBytes >= LEAST_BYTES, "partBytes", partBytes, LEAST_BYTES + " bytes or more");
    }

    public UploadOptions withParallel(int parts) {
        return new UploadOptions(parts, partBytes);
    }

    public UploadOptions withPartBytes(long bytes) {
        return new UploadOptions(parallel, bytes);
    }
}
