package io.chameleon.transport;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Garbage;
import io.chameleon.transport.wire.GarbageP;

/** What the reaper sends as wire messages and back; the rules of {@link Wire} hold. */
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

    public static Garbage unpack(GarbageP garbage) {
        return Wire.checked(() -> new Garbage(
                garbage.getId(),
                new ServerId(garbage.getServer()),
                Wire.unpack(garbage.getWriteId()),
                garbage.getSinceMillis()));
    }
}
