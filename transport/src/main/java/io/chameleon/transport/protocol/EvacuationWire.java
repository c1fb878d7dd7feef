package io.chameleon.transport.protocol;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.transport.wire.EvacuationP;

/** The evacuation of a server as a wire message and back; the rules of {@link Wire} hold. */
public final class EvacuationWire {
    private EvacuationWire() {}

    public static EvacuationP pack(Evacuation evacuation) {
        EvacuationP.Builder packed = EvacuationP.newBuilder()
                .setServer(evacuation.server().value())
                .setKind(evacuation.kind().code())
                .setSinceMillis(evacuation.sinceMillis())
                .setWalk(evacuation.walk())
                .setFound(evacuation.found())
                .setObjects(evacuation.objects())
                .setBytes(evacuation.bytes())
                .setMoved(evacuation.moved())
                .setMovedBytes(evacuation.movedBytes())
                .setFinishedMillis(evacuation.finishedMillis());
        ObjectId cursor = evacuation.cursor();
        if (cursor != null) {
            packed.setCursor(Wire.pack(cursor));
        }
        return packed.build();
    }

    public static Evacuation unpack(EvacuationP evacuation) {
        return Wire.checked(() -> new Evacuation(
                new ServerId(evacuation.getServer()),
                Evacuation.Kind.ofCode(evacuation.getKind()),
                evacuation.getSinceMillis(),
                evacuation.getWalk(),
                evacuation.hasCursor() ? Wire.unpack(evacuation.getCursor()) : null,
                evacuation.getFound(),
                evacuation.getObjects(),
                evacuation.getBytes(),
                evacuation.getMoved(),
                evacuation.getMovedBytes(),
                evacuation.getFinishedMillis()));
    }
}
