package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.ObjectWire;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.RemapRequest;
import io.chameleon.transport.wire.RemapResponse;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import io.chameleon.transport.wire.StorePlanRequest;
import java.util.List;

/** The part of {@link Requests} for epochs and plans. */
final class RemapRequests {
    private final RemapTable remaps;
    private final GroupRequests groups;
    private final ClusterViews clusterView;

    RemapRequests(RemapTable remaps, ClusterViews clusterView) {
        this.remaps = remaps;
        this.groups = new GroupRequests(remaps);
        this.clusterView = clusterView;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case BALANCER_EPOCH -> () -> RemapWire.pack(remaps.balancerEpoch());
            case CLAIM -> claim(request.header(ClaimRequest.class));
            case ADVANCE_EPOCH -> advanceEpoch(request.header(FencedRequest.class));
            case SCAN -> scan(request.header(ScanRequest.class));
            case COUNT_BY_STATE -> this::countByState;
            case STORE_PLAN -> storePlan(request.header(StorePlanRequest.class));
            case OPEN_PLAN -> () -> RemapWire.pack(remaps.openPlan());
            case COMPLETE_PLAN -> completePlan(request.header(EpochRequest.class));
            case REMAP -> remap(request.header(RemapRequest.class));
            case MIGRATE -> migrate(request.header(MigrateRequest.class));
            case BARRED_SERVERS -> barredServers(request.header(BarredServersRequest.class));
            case HOTTEST_GROUPS, REDIRECTS, REDIRECT -> groups.call(request);
            case COMPACT -> compact(request.header(EpochRequest.class));
            default -> throw new IllegalStateException("not about plans: " + request.type());
        };
    }

    private PreparedCall claim(ClaimRequest request) {
        String holder = request.getHolder();
        Require.that(
                holder.length() <= 255 && holder.indexOf('\0') < 0, "holder", holder, "at most 255 characters, no NUL");
        return () -> RemapWire.pack(remaps.claim(holder));
    }

    private PreparedCall advanceEpoch(FencedRequest request) {
        return () -> {
            try {
                return RemapWire.pack(remaps.advanceEpoch(request.getFence()));
            } finally {
                clusterView.changed();
            }
        };
    }

    private PreparedCall scan(ScanRequest request) {
        int limit = Requests.limit(request.getLimit());
        long epoch = request.getEpoch();
        RemapTable.Position after = request.hasAfter()
                ? new RemapTable.Position(request.getAfterEpoch(), Wire.unpack(request.getAfter()))
                : null;
        return switch (request.getOrder()) {
            case HOTTEST -> () -> scanned(remaps.hottest(limit));
            case COLDEST -> () -> scanned(remaps.coldest(limit));
            case PENDING -> () -> scanned(remaps.pending(epoch, after, limit));
            case UNRECOGNIZED -> throw new IllegalArgumentException("order of a scan: unknown");
        };
    }

    private static MessageLite scanned(List<ObjectMapping> rows) {
        return ScanResponse.newBuilder()
                .addAllObjects(Requests.fitting(rows, ObjectWire::pack))
                .build();
    }

    private MessageLite countByState() {
        CountByStateResponse.Builder answer = CountByStateResponse.newBuilder();
        for (var count : remaps.countByState().entrySet()) {
            RedundancyState state = count.getKey();
            answer.putCounts(state.code(), count.getValue());
        }
        return answer.build();
    }

    private PreparedCall storePlan(StorePlanRequest request) {
        StoredPlan plan = RemapWire.unpack(request);
        plan.remaps().forEach(RemapRequests::requireStorable);
        return PreparedCall.done(() -> remaps.storePlan(request.getFence(), plan));
    }

    private PreparedCall completePlan(EpochRequest request) {
        return PreparedCall.done(() -> remaps.completePlan(request.getFence(), request.getEpoch()));
    }

    private PreparedCall remap(RemapRequest request) {
        List<Remap> batch =
                request.getRemapsList().stream().map(RemapWire::unpack).toList();
        batch.forEach(RemapRequests::requireStorable);
        return () -> RemapResponse.newBuilder()
                .addAllOutcomes(Requests.possible(() -> remaps.remap(request.getFence(), batch)).stream()
                        .map(RemapWire::code)
                        .toList())
                .build();
    }

    private static void requireStorable(Remap remap) {
        Require.that(remap.reason().indexOf('\0') < 0, "reason of the remap of " + remap.id(), "NUL", "no NUL");
    }

    private PreparedCall migrate(MigrateRequest request) {
        Migration migration = RemapWire.unpack(request);
        return () -> MigrateResponse.newBuilder()
                .setOutcome(RemapWire.code(Requests.possible(() -> remaps.migrate(request.getFence(), migration))))
                .build();
    }

    private PreparedCall compact(EpochRequest request) {
        return () -> CompactResponse.newBuilder()
                .setDropped(remaps.compact(request.getFence(), request.getEpoch()))
                .build();
    }

    private PreparedCall barredServers(BarredServersRequest request) {
        WriteId writeId = Wire.unpack(request.getWriteId());
        return () -> BarredServersResponse.newBuilder()
                .addAllServers(remaps.barredServers(writeId).stream()
                        .map(ServerId::value)
                        .toList())
                .build();
    }
}
