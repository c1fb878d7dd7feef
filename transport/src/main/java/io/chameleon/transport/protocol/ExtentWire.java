package io.chameleon.transport.protocol;

import io.chameleon.core.WriteId;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.ExtentP;
import io.chameleon.transport.wire.ListExtentsResponse;
import java.util.List;

/** Lists of extents, and copies that share them, as wire messages and back; the rules of {@link Wire} hold. */
public final class ExtentWire {
    private ExtentWire() {}

    public static ListExtentsResponse pack(List<Extent> extents) {
        return ListExtentsResponse.newBuilder()
                .addAllExtents(extents.stream()
                        .map(extent -> ExtentP.newBuilder()
                                .setComponent(Wire.pack(extent.component()))
                                .setOffset(extent.offset())
                                .setLength(extent.length())
                                .build())
                        .toList())
                .build();
    }

    /** Empty if there is no such version. */
    public static List<Extent> unpack(ListExtentsResponse answer) {
        return Wire.checked(() -> answer.getExtentsList().stream()
                .map(extent -> new Extent(Wire.unpack(extent.getComponent()), extent.getOffset(), extent.getLength()))
                .toList());
    }

    public static CopyObjectRequest pack(Copy copy) {
        WriteId sourceList = copy.sourceList();
        CopyObjectRequest.Builder packed = CopyObjectRequest.newBuilder()
                .setSource(Wire.pack(copy.source()))
                .setVersion(Wire.pack(copy.version()))
                .setObject(Wire.pack(copy.object()))
                .setContentType(copy.contentType())
                .putAllUserMetadata(copy.userMetadata())
                .setCondition(ConditionWire.pack(copy.condition()))
                .setList(Wire.pack(copy.list()));
        if (sourceList != null) {
            packed.setSourceList(Wire.pack(sourceList));
        }
        return packed.build();
    }

    public static Copy unpack(CopyObjectRequest copy) {
        return Wire.checked(() -> new Copy(
                Wire.unpack(copy.getSource()),
                Wire.unpack(copy.getVersion()),
                Wire.unpack(copy.getObject()),
                copy.getContentType(),
                copy.getUserMetadataMap(),
                ConditionWire.unpack(copy.getCondition()),
                Wire.unpack(copy.getList()),
                Wire.nullable(copy.hasSourceList(), copy.getSourceList(), Wire::unpack)));
    }
}
