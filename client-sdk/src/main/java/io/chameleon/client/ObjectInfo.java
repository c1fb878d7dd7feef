package io.chameleon.client;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Instant;
import java.util.Map;

/**
 * What the store knows of an object.
 *
 * @param entityTag names the version; stays when the balancer moves the object
 * @param size bytes
 * @param segmentBytes bytes of each segment but the last
 * @param chunkBytes 0, or bytes of each chunk but the last of a large object: its fragments are those of its chunks
 *     ({@link ChameleonClient#chunks}), and servers, write id and state here are those it was committed with
 * @param crc32c CRC-32C of the whole object
 * @param live servers that hold this version
 * @param destination servers that the next write will use; {@link #live} in a stable state
 * @param writeId names the fragments
 * @param degraded whether fragments are missing and queued for repair
 * @param heatScore order-preserving write heat, {@link io.chameleon.core.redundancy.WriteHeat}
 * @param lastWriteEpoch balancing epoch of the last write
 * @param remapEpoch balancing epoch of the last remap, 0 if none
 */
public record ObjectInfo(
        ObjectId id,
        String entityTag,
        long size,
        int segmentBytes,
        int chunkBytes,
        int crc32c,
        String contentType,
        Map<String, String> userMetadata,
        RedundancyState state,
        Placement live,
        Placement destination,
        WriteId writeId,
        boolean degraded,
        double heatScore,
        long lastWriteEpoch,
        long remapEpoch,
        Instant created,
        Instant modified) {

    static ObjectInfo of(ObjectMapping row) {
        ObjectContent content = row.content();
        return new ObjectInfo(
                row.id(),
                content.contentId().toString(),
                content.size(),
                content.segmentBytes(),
                content.chunkBytes(),
                content.crc32c(),
                content.contentType(),
                content.userMetadata(),
                row.state(),
                row.live(),
                row.destination(),
                row.writeId(),
                row.degraded(),
                row.heatScore(),
                row.lastWriteEpoch(),
                row.remapEpoch(),
                Instant.ofEpochMilli(row.createdMillis()),
                Instant.ofEpochMilli(row.modifiedMillis()));
    }

    /** Whether the bytes are in chunks. */
    public boolean isChunked() {
        return chunkBytes > 0;
    }

    public String key() {
        return id.key();
    }

    public String bucket() {
        return id.bucket();
    }
}
