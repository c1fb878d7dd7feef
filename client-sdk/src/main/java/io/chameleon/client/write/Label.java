package io.chameleon.client.write;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectContent;
import java.util.Map;

/** What is said of an object, or of a chunk, beside what its bytes say. */
record Label(ObjectId id, int segmentBytes, String contentType, Map<String, String> userMetadata) {
    ObjectContent content(PlacedWrite placed, long bytes, int crc32c) {
        return new ObjectContent(placed.writeId(), bytes, segmentBytes, crc32c, contentType, userMetadata);
    }

    /** Of at least one byte. */
    Manifest manifest(PlacedWrite placed, long bytes, int crc32c) {
        return new Manifest(id, content(placed, bytes, crc32c), placed.scheme());
    }
}
