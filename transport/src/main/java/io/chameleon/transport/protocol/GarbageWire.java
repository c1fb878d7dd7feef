package io.chameleon.transport.protocol;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.transport.wire.GarbageP;
import io.chameleon.transport.wire.HaltP;

/** The reaper's requests as wire messages and back; the rules of {@link Wire} hold. */
public final class GarbageWire {
    private GarbageWire() {}

    public static GarbageP pack(Garbage garbage) {
        return GarbageP.newBuilder()
                .setId(garbage.id())
                .setServer(garbage.server().value())
                .setWriteId(Wire.pack(garbage.writeId()))
                .setSinceMillis(garbage.sinceMillis())
                .build();
    }

    public static HaltP pack(ReconciliationHalt halt) {
        return HaltP.newBuilder()
                .setServer(halt.server().value())
                .setSinceMillis(halt.sinceMillis())
                .setFound(halt.found())
                .setHeld(halt.held())
                .setConfirmed(halt.confirmed())
                .build();
    }

    public static ReconciliationHalt unpack(HaltP halt) {
        return Wire.checked(() -> new ReconciliationHalt(
                new ServerId(halt.getServer()),
                halt.getSinceMillis(),
                halt.getFound(),
                halt.getHeld(),
                halt.getConfirmed()));
    }

    public static Garbage unpack(GarbageP garbage) {
        return Wire.checked(() -> new Garbage(
                garbage.getId(),
                new ServerId(garbage.getServer()),
                Wire.unpack(garbage.getWriteId()),
                garbage.getSinceMillis()));
    }
}
