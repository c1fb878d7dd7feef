package io.chameleon.client.internal.write;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The description of an object, or of a chunk, beyond its bytes.
 *
 * @param userMetadata asked only when all bytes have been read
 */
record Label(ObjectId id, int segmentBytes, String contentType, Supplier<Map<String, String>> userMetadata) {
    ObjectContent content(PlacedWrite placed, long bytes, int crc32c) {
        return new ObjectContent(placed.writeId(), bytes, segmentBytes, crc32c, contentType, userMetadata.get());
    }

    /** For content of at least one byte. */
    Manifest manifest(PlacedWrite placed, long bytes, int crc32c) {
        return new Manifest(id, content(placed, bytes, crc32c), placed.scheme());
    }
}
