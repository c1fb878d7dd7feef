package io.chameleon.client;

import io.chameleon.core.WriteId;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.UploadPart;
import java.time.Instant;
import java.util.Map;

/**
 * A part of an open upload.
 *
 * @param number 1 to {@link UploadPart#MAX_NUMBER}
 * @param component names its bytes: a part that is uploaded anew has another
 * @param size bytes
 * @param crc32c CRC-32C of its bytes
 * @param metadata what the writer gave with the part
 */
public record PartInfo(
        int number, String component, long size, int crc32c, Instant modified, Map<String, String> metadata) {
    public PartInfo {
        metadata = Map.copyOf(metadata);
    }

    static PartInfo of(UploadPart part) {
        return new PartInfo(
                part.number(),
                part.component().toString(),
                part.size(),
                part.crc32c(),
                Instant.ofEpochMilli(part.modifiedMillis()),
                part.metadata());
    }

    Completion.Named named() {
        return new Completion.Named(number, WriteId.parse(component));
    }
}
