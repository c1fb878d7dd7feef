package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMFUL;
import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.protocol.GroupWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.ObjectWire;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.BalancerEpochP;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.HottestGroupsRequest;
import io.chameleon.transport.wire.HottestGroupsResponse;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.OpenPlanResponse;
import io.chameleon.transport.wire.RedirectsResponse;
import io.chameleon.transport.wire.RemapRequest;
import io.chameleon.transport.wire.RemapResponse;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The balancer's side of the mapping table, over the network. Each call blocks for at most {@code timeout}: for threads
 * that may wait. Errors are {@link io.chameleon.core.error.ChameleonError}.
 *
 * <p>On {@code UNAVAILABLE}, idempotent calls are repeated at the next endpoint. {@link #advanceEpoch} is not:
 * executing it twice would skip an epoch.
 */
public final class RemoteRemapTable implements RemapTable {
    private final BlockingCalls service;

    public RemoteRemapTable(RpcClient network, List<Endpoint> endpoints, Duration timeout) {
        this.service = new BlockingCalls(network, endpoints, timeout);
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return RemapWire.unpack(
                service.call(MessageType.BALANCER_EPOCH, Empty.getDefaultInstance(), HARMLESS, BalancerEpochP.class));
    }

    @Override
    public BalancerEpoch claim(String holder) {
        // Claiming twice raises the fence twice; the last answer counts.
        ClaimRequest header = ClaimRequest.newBuilder().setHolder(holder).build();
        return RemapWire.unpack(service.call(MessageType.CLAIM, header, HARMLESS, BalancerEpochP.class));
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        FencedRequest header = FencedRequest.newBuilder().setFence(fence).build();
        return RemapWire.unpack(service.call(MessageType.ADVANCE_EPOCH, header, HARMFUL, BalancerEpochP.class));
    }

    @Override
    public List<ObjectMapping> hottest(int limit) {
        return scan(scan(ScanRequest.Order.HOTTEST, limit));
    }

    @Override
    public List<ObjectMapping> coldest(int limit) {
        return scan(scan(ScanRequest.Order.COLDEST, limit));
    }

    @Override
    public List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        ScanRequest.Builder header = scan(ScanRequest.Order.PENDING, limit).setEpoch(epoch);
        if (after != null) {
            header.setAfter(Wire.pack(after.id())).setAfterEpoch(after.remapEpoch());
        }
        return scan(header);
    }

    private static ScanRequest.Builder scan(ScanRequest.Order order, int limit) {
        return ScanRequest.newBuilder().setOrder(order).setLimit(limit);
    }

    private List<ObjectMapping> scan(ScanRequest.Builder header) {
        return service.call(MessageType.SCAN, header.build(), HARMLESS, ScanResponse.class).getObjectsList().stream()
                .map(ObjectWire::unpack)
                .toList();
    }

    @Override
    public Map<RedundancyState, Long> countByState() {
        CountByStateResponse answer = service.call(
                MessageType.COUNT_BY_STATE, Empty.getDefaultInstance(), HARMLESS, CountByStateResponse.class);
        Map<RedundancyState, Long> counts = new EnumMap<>(RedundancyState.class);
        answer.getCountsMap().forEach((state, count) -> counts.put(Wire.state(state), count));
        return counts;
    }

    @Override
    public void storePlan(long fence, StoredPlan plan) {
        // A retry may be refused although the first was stored; the leader then finds it with openPlan.
        service.call(MessageType.STORE_PLAN, RemapWire.pack(fence, plan), HARMFUL, Empty.class);
    }

    @Override
    public Optional<StoredPlan> openPlan() {
        return RemapWire.unpack(
                service.call(MessageType.OPEN_PLAN, Empty.getDefaultInstance(), HARMLESS, OpenPlanResponse.class));
    }

    @Override
    public void completePlan(long fence, long epoch) {
        service.call(MessageType.COMPLETE_PLAN, epochRequest(fence, epoch), HARMLESS, Empty.class);
    }

    @Override
    public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
        RemapRequest header = RemapRequest.newBuilder()
                .setFence(fence)
                .addAllRemaps(remaps.stream().map(RemapWire::pack).toList())
                .build();
        return service.call(MessageType.REMAP, header, HARMLESS, RemapResponse.class).getOutcomesList().stream()
                .map(RemapWire::outcome)
                .toList();
    }

    @Override
    public Remap.Outcome migrate(long fence, Migration migration) {
        return RemapWire.outcome(
                service.call(MessageType.MIGRATE, RemapWire.pack(fence, migration), HARMLESS, MigrateResponse.class)
                        .getOutcome());
    }

    @Override
    public Set<ServerId> barredServers(WriteId writeId) {
        BarredServersRequest header =
                BarredServersRequest.newBuilder().setWriteId(Wire.pack(writeId)).build();
        return service
                .call(MessageType.BARRED_SERVERS, header, HARMLESS, BarredServersResponse.class)
                .getServersList()
                .stream()
                .map(ServerId::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        HottestGroupsRequest header = HottestGroupsRequest.newBuilder()
                .setEpoch(epoch)
                .setLimit(limit)
                .build();
        return service
                .call(MessageType.HOTTEST_GROUPS, header, HARMLESS, HottestGroupsResponse.class)
                .getGroupsList()
                .stream()
                .map(GroupWire::unpack)
                .toList();
    }

    @Override
    public Redirects redirects() {
        return GroupWire.unpack(
                service.call(MessageType.REDIRECTS, Empty.getDefaultInstance(), HARMLESS, RedirectsResponse.class));
    }

    @Override
    public void redirect(long fence, List<Redirect> redirects, double maxScore) {
        service.call(MessageType.REDIRECT, GroupWire.pack(fence, redirects, maxScore), HARMLESS, Empty.class);
    }

    @Override
    public int compact(long fence, long epoch) {
        return service.call(MessageType.COMPACT, epochRequest(fence, epoch), HARMLESS, CompactResponse.class)
                .getDropped();
    }

    private static EpochRequest epochRequest(long fence, long epoch) {
        return EpochRequest.newBuilder().setFence(fence).setEpoch(epoch).build();
    }
}
