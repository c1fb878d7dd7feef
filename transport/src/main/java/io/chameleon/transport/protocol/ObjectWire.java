package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.wire.ContentP;
import io.chameleon.transport.wire.MappingP;

/** Objects and their content as wire messages and back; the rules of {@link Wire} hold. */
public final class ObjectWire {
    private ObjectWire() {}

    public static ContentP pack(ObjectContent content) {
        return ContentP.newBuilder()
                .setContentId(Wire.pack(content.contentId()))
                .setSize(content.size())
                .setSegmentBytes(content.segmentBytes())
                .setChunkBytes(content.chunkBytes())
                .setExtents(content.extents())
                .setCrc32C(content.crc32c())
                .setContentType(content.contentType())
                .putAllUserMetadata(content.userMetadata())
                .build();
    }

    public static ObjectContent unpack(ContentP content) {
        return Wire.checked(() -> new ObjectContent(
                Wire.unpack(content.getContentId()),
                content.getSize(),
                content.getSegmentBytes(),
                content.getChunkBytes(),
                content.getExtents(),
                content.getCrc32C(),
                content.getContentType(),
                content.getUserMetadataMap()));
    }

    public static MappingP pack(ObjectMapping mapping) {
        MappingP.Builder packed = MappingP.newBuilder()
                .setId(Wire.pack(mapping.id()))
                .setWriteId(Wire.pack(mapping.writeId()))
                .setContent(pack(mapping.content()))
                .setState(mapping.state().code())
                .setDestination(Wire.pack(mapping.destination()))
                .setDegraded(mapping.degraded())
                .setRemapEpoch(mapping.remapEpoch())
                .setHeatScore(mapping.heatScore())
                .setLastWriteEpoch(mapping.lastWriteEpoch())
                .setCreatedEpoch(mapping.createdEpoch())
                .setCreatedMillis(mapping.createdMillis())
                .setModifiedMillis(mapping.modifiedMillis())
                .setVersion(mapping.version())
                .setVersioned(mapping.versioned())
                .setVersionOf(mapping.versionOf());
        Placement source = mapping.source();
        if (source != null) {
            packed.setSource(Wire.pack(source));
        }
        return packed.build();
    }

    public static ObjectMapping unpack(MappingP mapping) {
        return Wire.checked(() -> new ObjectMapping(
                Wire.unpack(mapping.getId()),
                Wire.unpack(mapping.getWriteId()),
                unpack(mapping.getContent()),
                RedundancyState.ofCode(mapping.getState()),
                mapping.hasSource() ? Wire.unpack(mapping.getSource()) : null,
                Wire.unpack(mapping.getDestination()),
                mapping.getDegraded(),
                mapping.getRemapEpoch(),
                mapping.getHeatScore(),
                mapping.getLastWriteEpoch(),
                mapping.getCreatedEpoch(),
                mapping.getCreatedMillis(),
                mapping.getModifiedMillis(),
                mapping.getVersion(),
                mapping.getVersioned(),
                mapping.getVersionOf()));
    }
}
