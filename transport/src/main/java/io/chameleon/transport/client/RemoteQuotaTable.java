package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.QuotaWire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.QuotasResponse;
import io.chameleon.transport.wire.SetQuotaRequest;
import java.time.Duration;
import java.util.List;

/** {@link QuotaTable} over the network, for operators. Calls block; errors as in {@link RemoteRemapTable}. */
public final class RemoteQuotaTable implements QuotaTable {
    private final BlockingCalls service;

    public RemoteQuotaTable(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new BlockingCalls(network, endpoints, timeout);
    }

    @Override
    public void setQuota(QuotaScope of, Quota quota) {
        SetQuotaRequest header =
                SetQuotaRequest.newBuilder().setQuota(QuotaWire.pack(of, quota)).build();
        service.call(MessageType.SET_QUOTA, header, HARMLESS, Empty.class);
    }

    @Override
    public QuotaStatus quota(QuotaScope of) {
        return ask(QuotasRequest.newBuilder().setOf(QuotaWire.pack(of))).get(0);
    }

    @Override
    public List<QuotaStatus> quotas() {
        return ask(QuotasRequest.newBuilder());
    }

    @Override
    public void recount(QuotaScope of) {
        List<QuotaStatus> unused =
                ask(QuotasRequest.newBuilder().setOf(QuotaWire.pack(of)).setRecount(true));
    }

    private List<QuotaStatus> ask(QuotasRequest.Builder header) {
        return service.call(MessageType.QUOTAS, header.build(), HARMLESS, QuotasResponse.class).getQuotasList().stream()
                .map(QuotaWire::status)
                .toList();
    }

    @Override
    public void requireRoom(ObjectId id, long bytes) {
        service.call(MessageType.CHECK_ROOM, QuotaWire.room(id, bytes), HARMLESS, Empty.class);
    }
}
