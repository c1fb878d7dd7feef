package io.chameleon.core.mapping;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.Map;

/**
 * What a client wrote, wherever it lies.
 *
 * @param contentId write id of the client's write; stays when the balancer moves the object in bulk, so it serves as entity tag
 * @param size bytes of the object
 * @param segmentBytes bytes of each segment but the last
 * @param crc32c CRC-32C of the whole object
 * @param userMetadata small pairs the client keeps with the object
 */
public record ObjectContent(
        WriteId contentId,
        long size,
        int segmentBytes,
        int crc32c,
        String contentType,
        Map<String, String> userMetadata) {

    /** 8 MiB (design section 2). */
    public static final int MAX_SEGMENT_BYTES = 8 << 20;

    public ObjectContent {
        Require.that(size >= 0, "object size", size, "0 or more bytes");
        Require.that(
                segmentBytes >= 1 && segmentBytes <= MAX_SEGMENT_BYTES,
                "segment size",
                segmentBytes,
                "1 to " + MAX_SEGMENT_BYTES + " bytes");
        userMetadata = Map.copyOf(userMetadata);
    }

    /** An empty object has no segments and so no fragments. */
    public int segments() {
        return Math.toIntExact((size + segmentBytes - 1) / segmentBytes);
    }

    public int segmentLength(int segment) {
        return (int) Math.min(segmentBytes, size - (long) segment * segmentBytes);
    }
}
