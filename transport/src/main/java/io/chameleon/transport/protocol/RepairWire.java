package io.chameleon.transport.protocol;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.transport.wire.RepairBacklogP;
import io.chameleon.transport.wire.RepairRequest;
import io.chameleon.transport.wire.RepairStatusResponse;
import io.chameleon.transport.wire.RepairTaskP;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.ServerObjectsResponse;
import java.util.stream.Collectors;

/** Repair's requests as wire messages and back; the rules of {@link Wire} hold. */
public final class RepairWire {
    private RepairWire() {}

    public static ReportDamageRequest pack(Damage damage) {
        return ReportDamageRequest.newBuilder()
                .setId(Wire.pack(damage.id()))
                .setWriteId(Wire.pack(damage.writeId()))
                .addAllMissing(damage.missing())
                .build();
    }

    public static Damage unpack(ReportDamageRequest damage) {
        return Wire.checked(() ->
                new Damage(Wire.unpack(damage.getId()), Wire.unpack(damage.getWriteId()), damage.getMissingList()));
    }

    public static RepairTaskP pack(RepairTask task) {
        return RepairTaskP.newBuilder()
                .setRow(ObjectWire.pack(task.row()))
                .addAllMissing(task.missing())
                .addAllBarred(task.barred().stream().map(ServerId::value).toList())
                .setSinceMillis(task.sinceMillis())
                .setAttempts(task.attempts())
                .build();
    }

    public static RepairTask unpack(RepairTaskP task) {
        return Wire.checked(() -> new RepairTask(
                ObjectWire.unpack(task.getRow()),
                task.getMissingList(),
                task.getBarredList().stream().map(ServerId::new).collect(Collectors.toSet()),
                task.getSinceMillis(),
                task.getAttempts()));
    }

    public static RepairRequest pack(long fence, Repair repair) {
        return RepairRequest.newBuilder()
                .setFence(fence)
                .setId(Wire.pack(repair.id()))
                .setWriteId(Wire.pack(repair.writeId()))
                .setExpectedVersion(repair.expectedVersion())
                .setLive(Wire.pack(repair.live()))
                .setDestination(Wire.pack(repair.destination()))
                .addAllMissing(repair.missing())
                .setBytes(repair.bytes())
                .setReason(repair.reason())
                .build();
    }

    public static Repair unpack(RepairRequest repair) {
        return Wire.checked(() -> new Repair(
                Wire.unpack(repair.getId()),
                Wire.unpack(repair.getWriteId()),
                repair.getExpectedVersion(),
                Wire.unpack(repair.getLive()),
                Wire.unpack(repair.getDestination()),
                repair.getMissingList(),
                repair.getBytes(),
                repair.getReason()));
    }

    public static ServerObjectsResponse pack(ServerObjects page) {
        ServerObjectsResponse.Builder packed = ServerObjectsResponse.newBuilder()
                .addAllObjects(page.objects().stream().map(RepairWire::pack).toList());
        ObjectId next = page.next();
        if (next != null) {
            packed.setNext(Wire.pack(next));
        }
        return packed.build();
    }

    public static ServerObjects unpack(ServerObjectsResponse page) {
        return Wire.checked(() -> new ServerObjects(
                page.getObjectsList().stream().map(RepairWire::unpack).toList(),
                page.hasNext() ? Wire.unpack(page.getNext()) : null));
    }

    public static RepairStatusResponse pack(RepairStatus status) {
        return RepairStatusResponse.newBuilder()
                .setNowMillis(status.nowMillis())
                .addAllQueue(status.queue().stream()
                        .map(backlog -> RepairBacklogP.newBuilder()
                                .setMargin(backlog.margin())
                                .setObjects(backlog.objects())
                                .setBytes(backlog.bytes())
                                .build())
                        .toList())
                .setPostponed(status.postponed())
                .setOldestMillis(status.oldestMillis())
                .setProblem(status.problem())
                .setRunBeganMillis(status.run().beganMillis())
                .setRunLastMillis(status.run().lastMillis())
                .setRunObjects(status.run().objects())
                .setRunBytes(status.run().bytes())
                .addAllEvacuations(
                        status.evacuations().stream().map(EvacuationWire::pack).toList())
                .build();
    }

    public static RepairStatus unpack(RepairStatusResponse status) {
        return Wire.checked(() -> new RepairStatus(
                status.getNowMillis(),
                status.getQueueList().stream()
                        .map(backlog ->
                                new RepairStatus.Backlog(backlog.getMargin(), backlog.getObjects(), backlog.getBytes()))
                        .toList(),
                status.getPostponed(),
                status.getOldestMillis(),
                status.getProblem(),
                new RepairStatus.Run(
                        status.getRunBeganMillis(),
                        status.getRunLastMillis(),
                        status.getRunObjects(),
                        status.getRunBytes()),
                status.getEvacuationsList().stream().map(EvacuationWire::unpack).toList()));
    }
}
