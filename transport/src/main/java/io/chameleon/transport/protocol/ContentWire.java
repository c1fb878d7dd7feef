package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.transport.wire.ContentP;

/** The content of objects as wire messages and back; the rules of {@link Wire} hold. */
public final class ContentWire {
    private ContentWire() {}

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
}
