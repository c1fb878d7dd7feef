package io.chameleon.client;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.version.VersionId;
import java.time.Instant;
import java.util.Map;

/**
 * What the store knows of an object.
 *
 * @param entityTag names the version; unchanged when the balancer moves the object
 * @param size bytes
 * @param segmentBytes bytes of each segment but the last
 * @param chunkBytes 0, or bytes of each chunk but the last of a large object. Its fragments are those of its chunks
 *     ({@link ChameleonClient#chunks}); servers, write id and state here are those it was committed with
 * @param extents 0, or the number of extents of an object that a multipart upload or a copy has composed. Its fragments
 *     are those of its components, as with chunks
 * @param crc32c CRC-32C of the whole object
 * @param live servers that hold this version
 * @param destination servers that the next write will use; {@link #live} in a stable state
 * @param writeId names the fragments
 * @param degraded whether fragments are missing and queued for repair
 * @param heatScore order-preserving write heat, {@link io.chameleon.core.redundancy.WriteHeat}
 * @param lastWriteEpoch balancing epoch of the last write
 * @param remapEpoch balancing epoch of the last remap, 0 if none
 * @param versioned whether it was written while its bucket kept versions
 */
public record ObjectInfo(
        ObjectId id,
        String entityTag,
        long size,
        int segmentBytes,
        int chunkBytes,
        int extents,
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
        Instant modified,
        boolean versioned) {

    /**
     * An object of at least so many bytes shares them with its copies in the same bucket. The lists that name the bytes
     * of a smaller one would take as much flash as another copy of them.
     */
    public static final int LEAST_SHARED_BYTES = 64 << 10;

    static ObjectInfo of(ObjectMapping row) {
        ObjectContent content = row.content();
        return new ObjectInfo(
                row.id(),
                content.contentId().toString(),
                content.size(),
                content.segmentBytes(),
                content.chunkBytes(),
                content.extents(),
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
                Instant.ofEpochMilli(row.modifiedMillis()),
                row.versioned());
    }

    /** The row that this tells of, as far as reading it needs. */
    ObjectMapping mapping() {
        ObjectContent content = new ObjectContent(
                WriteId.parse(entityTag), size, segmentBytes, chunkBytes, extents, crc32c, contentType, userMetadata);
        return new ObjectMapping(
                id,
                writeId,
                content,
                state,
                state.isIntermediate() ? live : null,
                destination,
                degraded,
                remapEpoch,
                heatScore,
                lastWriteEpoch,
                0,
                created.toEpochMilli(),
                modified.toEpochMilli(),
                0,
                versioned,
                "");
    }

    /** Names this version; {@link VersionId#NULL} if it was written while its bucket kept none. */
    public VersionId versionId() {
        return VersionId.of(WriteId.parse(entityTag), versioned);
    }

    /** Whether the bytes are in chunks. */
    public boolean isChunked() {
        return chunkBytes > 0;
    }

    /** Whether the bytes are those of components. */
    public boolean isComposed() {
        return extents > 0;
    }

    /** Whether the bytes are in rows of their own, {@link ChameleonClient#chunks}, and this one has no fragments. */
    public boolean isInPieces() {
        return isChunked() || isComposed();
    }

    public String key() {
        return id.key();
    }

    public String bucket() {
        return id.bucket();
    }
}
