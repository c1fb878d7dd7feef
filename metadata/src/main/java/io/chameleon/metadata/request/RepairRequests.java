package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.transport.protocol.EvacuationWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.PostponeRepairRequest;
import io.chameleon.transport.wire.QueueRepairsRequest;
import io.chameleon.transport.wire.QueueRepairsResponse;
import io.chameleon.transport.wire.RepairRequest;
import io.chameleon.transport.wire.RepairStatusRequest;
import io.chameleon.transport.wire.RepairsRequest;
import io.chameleon.transport.wire.RepairsResponse;
import io.chameleon.transport.wire.ServerObjectsRequest;
import java.util.List;
import java.util.Optional;

/** The part of {@link Requests} for repair. */
final class RepairRequests {
    /** A page of a walk is one answer, whose rows may be a few kilobytes each. */
    private static final int MAX_PAGE = 1_000;

    /** A queued page is some transactions, which lock the rows of their objects. */
    private static final int MAX_WALK = 8_000;

    private static final int MAX_PROBLEM_BYTES = 4_000;

    private final RepairTable repairs;
    private final EvacuationRequests evacuations;

    RepairRequests(RepairTable repairs, ClusterViews clusterView) {
        this.repairs = repairs;
        this.evacuations = new EvacuationRequests(repairs, clusterView);
    }

    /** As {@link Requests#call}. */
    PreparedCall call(Message request) {
        return switch (request.type()) {
            case REPAIRS -> repairs(request.header(RepairsRequest.class));
            case REPAIR -> repair(request.header(RepairRequest.class));
            case POSTPONE_REPAIR -> postpone(request.header(PostponeRepairRequest.class));
            case QUEUE_REPAIRS -> queue(request.header(QueueRepairsRequest.class));
            case SERVER_OBJECTS -> serverObjects(request.header(ServerObjectsRequest.class));
            case EVACUATE, EVACUATION_PROGRESS, FORGET_SERVER -> evacuations.call(request);
            case REPAIR_STATUS -> status(request.header(RepairStatusRequest.class));
            default ->
                throw new ChameleonError(
                        ErrorCode.INVALID_REQUEST,
                        request.type() + ": sent to a metadata service, which has no such call");
        };
    }

    private PreparedCall repairs(RepairsRequest request) {
        int limit = Requests.limit(request.getLimit());
        return () -> RepairsResponse.newBuilder()
                .addAllTasks(Requests.fitting(repairs.repairs(limit), RepairWire::pack))
                .build();
    }

    private PreparedCall repair(RepairRequest request) {
        Repair repair = RepairWire.unpack(request);
        return () -> MigrateResponse.newBuilder()
                .setOutcome(RemapWire.code(Requests.possible(() -> repairs.repair(request.getFence(), repair))))
                .build();
    }

    private PreparedCall postpone(PostponeRepairRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        WriteId writeId = Wire.unpack(request.getWriteId());
        long longest = RepairTable.LONGEST_DELAY.toMillis();
        Require.that(
                request.getDelayMillis() >= 0 && request.getDelayMillis() <= longest,
                "delay of a repair",
                request.getDelayMillis(),
                "0 to " + longest + " ms");
        Require.that(
                Utf8.isStorable(request.getProblem(), MAX_PROBLEM_BYTES),
                "problem of a repair",
                request.getProblem(),
                "at most " + MAX_PROBLEM_BYTES + " bytes of UTF-8 without NUL");
        return PreparedCall.done(() ->
                repairs.postpone(request.getFence(), id, writeId, request.getDelayMillis(), request.getProblem()));
    }

    private PreparedCall queue(QueueRepairsRequest request) {
        if (request.hasWalk()) {
            Evacuation at = EvacuationWire.unpack(request.getWalk());
            Require.that(at.queues(), "kind of a walk that queues", at.kind(), "LOST or EMPTIED");
            int limit = Math.min(Requests.limit(request.getLimit()), MAX_WALK);
            return () -> walked(repairs.walk(request.getFence(), at, limit));
        }
        if (request.getServer().isEmpty()) {
            List<Damage> damage =
                    request.getDamageList().stream().map(RepairWire::unpack).toList();
            return () -> changed(repairs.queue(request.getFence(), damage));
        }
        ServerId server = new ServerId(request.getServer());
        List<FragmentId> found =
                request.getFragmentsList().stream().map(Wire::unpack).toList();
        return () -> changed(repairs.queueFound(request.getFence(), server, found));
    }

    private static MessageLite walked(Optional<Evacuation> after) {
        QueueRepairsResponse.Builder answer = QueueRepairsResponse.newBuilder();
        after.map(EvacuationWire::pack).ifPresent(answer::setWalk);
        return answer.build();
    }

    private static MessageLite changed(int objects) {
        return QueueRepairsResponse.newBuilder().setChanged(objects).build();
    }

    private PreparedCall serverObjects(ServerObjectsRequest request) {
        ServerId server = new ServerId(request.getServer());
        ObjectId after = request.hasAfter() ? Wire.unpack(request.getAfter()) : null;
        int limit = Math.min(Requests.limit(request.getLimit()), MAX_PAGE);
        return () -> RepairWire.pack(repairs.objectsOn(server, after, limit));
    }

    private PreparedCall status(RepairStatusRequest request) {
        return request.getEvacuationsOnly()
                ? () -> {
                    Evacuating evacuating = repairs.evacuating();
                    return RepairWire.pack(new RepairStatus(
                            evacuating.nowMillis(), List.of(), 0, 0, "", RepairStatus.Run.NONE, evacuating.records()));
                }
                : () -> RepairWire.pack(repairs.repairStatus());
    }
}
