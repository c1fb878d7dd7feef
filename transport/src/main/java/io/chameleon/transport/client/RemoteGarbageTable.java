package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.ConfirmHaltResponse;
import io.chameleon.transport.wire.Empty;
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
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The reaper's side of the mapping table, over the network. Each call blocks for at most {@code timeout}: for threads
 * that may wait. Errors are {@link io.chameleon.core.error.ChameleonError}. All calls are idempotent.
 */
public final class RemoteGarbageTable implements GarbageTable {
    private final BlockingCalls service;

    public RemoteGarbageTable(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new BlockingCalls(network, endpoints, timeout);
    }

    @Override
    public List<Garbage> garbage(long minAgeMillis, int limit) {
        return garbage(GarbageRequest.newBuilder().setMinAgeMillis(minAgeMillis).setLimit(limit));
    }

    @Override
    public List<Garbage> garbage(ServerId server, long minAgeMillis, int limit) {
        return garbage(GarbageRequest.newBuilder()
                .setServer(server.value())
                .setMinAgeMillis(minAgeMillis)
                .setLimit(limit));
    }

    @Override
    public List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each) {
        return servers.isEmpty()
                ? List.of()
                : garbage(GarbageRequest.newBuilder()
                        .addAllServers(servers.stream().map(ServerId::value).toList())
                        .setMinAgeMillis(minAgeMillis)
                        .setLimit(each));
    }

    private List<Garbage> garbage(GarbageRequest.Builder header) {
        return service.call(MessageType.GARBAGE, header.build(), HARMLESS, GarbageResponse.class).getRowsList().stream()
                .map(GarbageWire::unpack)
                .toList();
    }

    @Override
    public void collected(Collection<Long> garbageIds) {
        CollectedRequest header =
                CollectedRequest.newBuilder().addAllGarbageIds(garbageIds).build();
        service.call(MessageType.COLLECTED, header, HARMLESS, Empty.class);
    }

    @Override
    public Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        LiveWritesRequest header = LiveWritesRequest.newBuilder()
                .setServer(server.value())
                .addAllWriteIds(Wire.pack(writeIds))
                .build();
        return service.call(MessageType.LIVE_WRITES, header, HARMLESS, LiveWritesResponse.class).getLiveList().stream()
                .map(Wire::unpack)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        CondemnRequest header = CondemnRequest.newBuilder()
                .setFence(fence)
                .setServer(server.value())
                .addAllWriteIds(Wire.pack(writeIds))
                .build();
        return service.call(MessageType.CONDEMN, header, HARMLESS, CondemnResponse.class).getCondemnedList().stream()
                .map(Wire::unpack)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        OrphansRequest header = OrphansRequest.newBuilder()
                .setServer(server.value())
                .addAllWriteIds(Wire.pack(writeIds))
                .build();
        return service.call(MessageType.ORPHANS, header, HARMLESS, OrphansResponse.class).getOrphansList().stream()
                .map(Wire::unpack)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<ReconciliationHalt> halts() {
        return service
                .call(MessageType.HALTS, Empty.getDefaultInstance(), HARMLESS, HaltsResponse.class)
                .getHaltsList()
                .stream()
                .map(GarbageWire::unpack)
                .toList();
    }

    @Override
    public void halt(long fence, ServerId server, long found, long held) {
        HaltRequest header = request(fence, new ReconciliationHalt(server, 0, found, held, 0));
        service.call(MessageType.HALT, header, HARMLESS, Empty.class);
    }

    @Override
    public boolean confirmHalt(ServerId server) {
        ConfirmHaltRequest header =
                ConfirmHaltRequest.newBuilder().setServer(server.value()).build();
        return service.call(MessageType.CONFIRM_HALT, header, HARMLESS, ConfirmHaltResponse.class)
                .getFound();
    }

    @Override
    public void endHalt(long fence, ReconciliationHalt halt) {
        service.call(MessageType.END_HALT, request(fence, halt), HARMLESS, Empty.class);
    }

    private static HaltRequest request(long fence, ReconciliationHalt halt) {
        return HaltRequest.newBuilder()
                .setHalt(GarbageWire.pack(halt))
                .setFence(fence)
                .build();
    }

    @Override
    public int sweepUploads(long fence, int limit) {
        SweepUploadsRequest header =
                SweepUploadsRequest.newBuilder().setFence(fence).setLimit(limit).build();
        return service.call(MessageType.SWEEP_UPLOADS, header, HARMLESS, SweepUploadsResponse.class)
                .getUploads();
    }
}
