package io.chameleon.metadata;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.ConfirmHaltResponse;
import io.chameleon.transport.wire.HaltRequest;
import io.chameleon.transport.wire.HaltsResponse;
import io.chameleon.transport.wire.OrphansRequest;
import io.chameleon.transport.wire.OrphansResponse;
import java.util.List;

/** The part of {@link Requests} for the brake of reconciliation. */
final class HaltRequests {
    private final GarbageTable garbage;

    HaltRequests(GarbageTable garbage) {
        this.garbage = garbage;
    }

    PreparedCall orphans(OrphansRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> OrphansResponse.newBuilder()
                .addAllOrphans(Wire.pack(garbage.orphans(server, writeIds)))
                .build();
    }

    MessageLite halts() {
        return HaltsResponse.newBuilder()
                .addAllHalts(garbage.halts().stream().map(GarbageWire::pack).toList())
                .build();
    }

    PreparedCall halt(HaltRequest request) {
        ReconciliationHalt halt = GarbageWire.unpack(request.getHalt());
        return Requests.done(() -> garbage.halt(request.getFence(), halt.server(), halt.found(), halt.held()));
    }

    PreparedCall end(HaltRequest request) {
        ReconciliationHalt halt = GarbageWire.unpack(request.getHalt());
        return Requests.done(() -> garbage.endHalt(request.getFence(), halt));
    }

    PreparedCall confirm(ConfirmHaltRequest request) {
        ServerId server = new ServerId(request.getServer());
        return () -> ConfirmHaltResponse.newBuilder()
                .setFound(garbage.confirmHalt(server))
                .build();
    }
}
