package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.ConfirmHaltResponse;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.GarbageResponse;
import io.chameleon.transport.wire.HaltRequest;
import io.chameleon.transport.wire.HaltsResponse;
import io.chameleon.transport.wire.LiveWritesRequest;
import io.chameleon.transport.wire.LiveWritesResponse;
import io.chameleon.transport.wire.OrphansRequest;
import io.chameleon.transport.wire.OrphansResponse;
import io.chameleon.transport.wire.SweepUploadsRequest;
import io.chameleon.transport.wire.SweepUploadsResponse;
import java.util.List;

/** The part of {@link Requests} for what the reaper collects, and for the brake of reconciliation. */
final class GarbageRequests {
    private final GarbageTable garbage;

    GarbageRequests(GarbageTable garbage) {
        this.garbage = garbage;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case GARBAGE -> garbage(request.header(GarbageRequest.class));
            case COLLECTED -> collected(request.header(CollectedRequest.class));
            case LIVE_WRITES -> liveWrites(request.header(LiveWritesRequest.class));
            case CONDEMN -> condemn(request.header(CondemnRequest.class));
            case ORPHANS -> orphans(request.header(OrphansRequest.class));
            case HALTS -> this::halts;
            case HALT -> halt(request.header(HaltRequest.class));
            case END_HALT -> end(request.header(HaltRequest.class));
            case CONFIRM_HALT -> confirm(request.header(ConfirmHaltRequest.class));
            case SWEEP_UPLOADS -> sweepUploads(request.header(SweepUploadsRequest.class));
            default -> throw new IllegalStateException("not about garbage: " + request.type());
        };
    }

    private PreparedCall garbage(GarbageRequest request) {
        int limit = Requests.limit(request.getLimit());
        Require.that(request.getMinAgeMillis() >= 0, "age of garbage", request.getMinAgeMillis(), ">= 0 ms");
        long minAge = request.getMinAgeMillis();
        if (request.getServersCount() > 0) {
            List<ServerId> servers =
                    request.getServersList().stream().map(ServerId::new).toList();
            int each = Math.max(1, Math.min(limit, Requests.MAX_ROWS / servers.size()));
            return () -> rows(garbage.garbage(servers, minAge, each));
        }
        if (request.getServer().isEmpty()) {
            return () -> rows(garbage.garbage(minAge, limit));
        }
        ServerId server = new ServerId(request.getServer());
        return () -> rows(garbage.garbage(server, minAge, limit));
    }

    private static GarbageResponse rows(List<Garbage> rows) {
        return GarbageResponse.newBuilder()
                .addAllRows(rows.stream().map(GarbageWire::pack).toList())
                .build();
    }

    private PreparedCall collected(CollectedRequest request) {
        return PreparedCall.done(() -> garbage.collected(request.getGarbageIdsList()));
    }

    private PreparedCall liveWrites(LiveWritesRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> LiveWritesResponse.newBuilder()
                .addAllLive(Wire.pack(garbage.liveWrites(server, writeIds)))
                .build();
    }

    private PreparedCall condemn(CondemnRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> CondemnResponse.newBuilder()
                .addAllCondemned(Wire.pack(garbage.condemn(request.getFence(), server, writeIds)))
                .build();
    }

    private PreparedCall sweepUploads(SweepUploadsRequest request) {
        int limit = Requests.limit(request.getLimit());
        return () -> SweepUploadsResponse.newBuilder()
                .setUploads(garbage.sweepUploads(request.getFence(), limit))
                .build();
    }

    private PreparedCall orphans(OrphansRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> OrphansResponse.newBuilder()
                .addAllOrphans(Wire.pack(garbage.orphans(server, writeIds)))
                .build();
    }

    private MessageLite halts() {
        return HaltsResponse.newBuilder()
                .addAllHalts(garbage.halts().stream().map(GarbageWire::pack).toList())
                .build();
    }

    private PreparedCall halt(HaltRequest request) {
        ReconciliationHalt halt = GarbageWire.unpack(request.getHalt());
        return PreparedCall.done(() -> garbage.halt(request.getFence(), halt.server(), halt.found(), halt.held()));
    }

    private PreparedCall end(HaltRequest request) {
        ReconciliationHalt halt = GarbageWire.unpack(request.getHalt());
        return PreparedCall.done(() -> garbage.endHalt(request.getFence(), halt));
    }

    private PreparedCall confirm(ConfirmHaltRequest request) {
        ServerId server = new ServerId(request.getServer());
        return () -> ConfirmHaltResponse.newBuilder()
                .setFound(garbage.confirmHalt(server))
                .build();
    }
}
