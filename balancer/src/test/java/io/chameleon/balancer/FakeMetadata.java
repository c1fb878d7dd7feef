package io.chameleon.balancer;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.ClusterWire;
import io.chameleon.transport.MappingWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.MessageType;
import io.chameleon.transport.RepairWire;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.Wire;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the balancer asks of the metadata service as a client: the servers, single rows, repair. */
public final class FakeMetadata implements RpcHandler {
    private final MappingTable table;
    private final Supplier<List<ServerInfo>> servers;
    private final List<Damage> damage = new CopyOnWriteArrayList<>();
    private volatile @Nullable ErrorCode fault;

    public FakeMetadata(MappingTable table, Supplier<List<ServerInfo>> servers) {
        this.table = table;
        this.servers = servers;
    }

    /** Fails all requests; null heals. */
    public void fail(@Nullable ErrorCode code) {
        fault = code;
    }

    public List<Damage> damage() {
        return List.copyOf(damage);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        ErrorCode code = fault;
        if (code != null) {
            throw new ChameleonError(code, "the metadata service was told to fail");
        }
        return CompletableFuture.completedFuture(answer(request));
    }

    private Message answer(Message request) {
        MessageType type = request.type();
        return switch (type) {
            case CLUSTER_VIEW ->
                Message.of(
                        type,
                        ClusterWire.pack(new ClusterView(
                                servers.get(),
                                RedundancyScheme.REP_3,
                                RedundancyScheme.EC_4_2,
                                PlacementRing.DEFAULT_POINTS,
                                1)));
            case LOOKUP ->
                Message.of(
                        type,
                        MappingWire.pack(table.lookup(
                                Wire.unpack(request.header(LookupRequest.class).getId()))));
            case REPORT_DAMAGE -> {
                Damage reported = RepairWire.unpack(request.header(ReportDamageRequest.class));
                damage.add(reported);
                table.reportDamage(reported);
                yield Message.of(type, Empty.getDefaultInstance());
            }
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + type);
        };
    }
}
