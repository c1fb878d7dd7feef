package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.wire.MappingP;

/** Rows of objects as wire messages and back; the rules of {@link Wire} hold. */
public final class ObjectWire {
    private ObjectWire() {}

    public static MappingP pack(ObjectMapping mapping) {
        MappingP.Builder packed = MappingP.newBuilder()
                .setId(Wire.pack(mapping.id()))
                .setWriteId(Wire.pack(mapping.writeId()))
                .setContent(ContentWire.pack(mapping.content()))
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
                ContentWire.unpack(mapping.getContent()),
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
