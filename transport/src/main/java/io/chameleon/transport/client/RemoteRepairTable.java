package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMFUL;
import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.transport.protocol.EvacuationWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.EvacuationProgressRequest;
import io.chameleon.transport.wire.ForgetServerRequest;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.PostponeRepairRequest;
import io.chameleon.transport.wire.QueueRepairsRequest;
import io.chameleon.transport.wire.QueueRepairsResponse;
import io.chameleon.transport.wire.RepairStatusRequest;
import io.chameleon.transport.wire.RepairStatusResponse;
import io.chameleon.transport.wire.RepairsRequest;
import io.chameleon.transport.wire.RepairsResponse;
import io.chameleon.transport.wire.ServerObjectsRequest;
import io.chameleon.transport.wire.ServerObjectsResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Repair's side of the mapping table, over the network. Each call blocks for at most {@code timeout}: for threads that
 * may wait. Errors are {@link io.chameleon.core.error.ChameleonError}. All calls may be repeated, except that a
 * repeated {@link #postpone} counts twice. A repeated {@link #forget} would be refused, so it is not repeated here.
 */
public final class RemoteRepairTable implements RepairTable {
    private final BlockingCalls service;

    public RemoteRepairTable(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new BlockingCalls(network, endpoints, timeout);
    }

    @Override
    public List<RepairTask> repairs(int limit) {
        RepairsRequest header = RepairsRequest.newBuilder().setLimit(limit).build();
        return service.call(MessageType.REPAIRS, header, HARMLESS, RepairsResponse.class).getTasksList().stream()
                .map(RepairWire::unpack)
                .toList();
    }

    @Override
    public Remap.Outcome repair(long fence, Repair repair) {
        return RemapWire.outcome(
                service.call(MessageType.REPAIR, RepairWire.pack(fence, repair), HARMLESS, MigrateResponse.class)
                        .getOutcome());
    }

    @Override
    public void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        PostponeRepairRequest header = PostponeRepairRequest.newBuilder()
                .setFence(fence)
                .setId(Wire.pack(id))
                .setWriteId(Wire.pack(writeId))
                .setDelayMillis(delayMillis)
                .setProblem(problem)
                .build();
        service.call(MessageType.POSTPONE_REPAIR, header, HARMLESS, Empty.class);
    }

    @Override
    public int queue(long fence, List<Damage> damage) {
        return queue(QueueRepairsRequest.newBuilder()
                .setFence(fence)
                .addAllDamage(damage.stream().map(RepairWire::pack).toList()));
    }

    @Override
    public int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        return queue(QueueRepairsRequest.newBuilder()
                .setFence(fence)
                .setServer(server.value())
                .addAllFragments(damaged.stream().map(Wire::pack).toList()));
    }

    private int queue(QueueRepairsRequest.Builder header) {
        return service.call(MessageType.QUEUE_REPAIRS, header.build(), HARMLESS, QueueRepairsResponse.class)
                .getChanged();
    }

    @Override
    public ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        ServerObjectsRequest.Builder header =
                ServerObjectsRequest.newBuilder().setServer(server.value()).setLimit(limit);
        if (after != null) {
            header.setAfter(Wire.pack(after));
        }
        return RepairWire.unpack(
                service.call(MessageType.SERVER_OBJECTS, header.build(), HARMLESS, ServerObjectsResponse.class));
    }

    @Override
    public void drain(ServerId server) {
        evacuate(server, Evacuation.Kind.DRAIN, false, 0);
    }

    @Override
    public void cancelDrain(ServerId server) {
        evacuate(server, Evacuation.Kind.DRAIN, true, 0);
    }

    @Override
    public void begin(long fence, ServerId lost) {
        evacuate(lost, Evacuation.Kind.LOST, false, fence);
    }

    @Override
    public void end(long fence, Evacuation record) {
        EvacuateRequest header = EvacuateRequest.newBuilder()
                .setServer(record.server().value())
                .setKind(record.kind().code())
                .setCancel(true)
                .setFence(fence)
                .setSinceMillis(record.sinceMillis())
                .build();
        service.call(MessageType.EVACUATE, header, HARMLESS, Empty.class);
    }

    @Override
    public Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        QueueRepairsRequest header = QueueRepairsRequest.newBuilder()
                .setFence(fence)
                .setWalk(EvacuationWire.pack(at))
                .setLimit(limit)
                .build();
        QueueRepairsResponse answer =
                service.call(MessageType.QUEUE_REPAIRS, header, HARMLESS, QueueRepairsResponse.class);
        return answer.hasWalk() ? Optional.of(EvacuationWire.unpack(answer.getWalk())) : Optional.empty();
    }

    private void evacuate(ServerId server, Evacuation.Kind kind, boolean cancel, long fence) {
        EvacuateRequest header = EvacuateRequest.newBuilder()
                .setServer(server.value())
                .setKind(kind.code())
                .setCancel(cancel)
                .setFence(fence)
                .build();
        service.call(MessageType.EVACUATE, header, HARMLESS, Empty.class);
    }

    @Override
    public void progress(long fence, Evacuation evacuation) {
        EvacuationProgressRequest header = EvacuationProgressRequest.newBuilder()
                .setFence(fence)
                .setEvacuation(EvacuationWire.pack(evacuation))
                .build();
        service.call(MessageType.EVACUATION_PROGRESS, header, HARMLESS, Empty.class);
    }

    @Override
    public void forget(ServerId server) {
        ForgetServerRequest header =
                ForgetServerRequest.newBuilder().setServer(server.value()).build();
        service.call(MessageType.FORGET_SERVER, header, HARMFUL, Empty.class);
    }

    @Override
    public Evacuating evacuating() {
        RepairStatus status = status(true);
        return new Evacuating(status.nowMillis(), status.evacuations());
    }

    @Override
    public RepairStatus repairStatus() {
        return status(false);
    }

    private RepairStatus status(boolean evacuationsOnly) {
        RepairStatusRequest header = RepairStatusRequest.newBuilder()
                .setEvacuationsOnly(evacuationsOnly)
                .build();
        return RepairWire.unpack(service.call(MessageType.REPAIR_STATUS, header, HARMLESS, RepairStatusResponse.class));
    }
}
