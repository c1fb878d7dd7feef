package io.chameleon.client.fake;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.memory.InMemoryMappingTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.ClusterWire;
import io.chameleon.transport.MappingWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.MessageType;
import io.chameleon.transport.RepairWire;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.Wire;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GrantP;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListGrantsResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A metadata service over a mapping table in memory, that loses answers and lets others in between when told to. */
public final class FakeMetadata implements RpcHandler {
    private final MappingTable table;
    private final QuotaTable quotas;
    private final Supplier<List<ServerInfo>> servers;
    private final List<MessageType> received = new CopyOnWriteArrayList<>();
    private final List<GrantP> grants = new CopyOnWriteArrayList<>();
    private final List<Damage> damage = new CopyOnWriteArrayList<>();
    private final Set<MessageType> hanging = ConcurrentHashMap.newKeySet();
    private final Map<MessageType, AtomicInteger> answersToLose = new ConcurrentHashMap<>();
    private final Map<MessageType, AtomicInteger> requestsToRefuse = new ConcurrentHashMap<>();
    private final Map<MessageType, ChameleonError> failing = new ConcurrentHashMap<>();
    private final Map<MessageType, Supplier<CompletionStage<?>>> afterwards = new ConcurrentHashMap<>();

    FakeMetadata(InMemoryMappingTable table, Supplier<List<ServerInfo>> servers) {
        this.table = table;
        this.quotas = table;
        this.servers = servers;
    }

    /** Carries out the next requests of a type, and says it is unavailable. */
    public void loseAnswers(MessageType type, int count) {
        answersToLose.put(type, new AtomicInteger(count));
    }

    /** Does not carry out requests of a type from now on, and fails them. */
    public void fail(MessageType type, ChameleonError error) {
        failing.put(type, error);
    }

    /** Does not carry out the next requests of a type, and says it is overloaded. */
    public void refuse(MessageType type, int count) {
        requestsToRefuse.put(type, new AtomicInteger(count));
    }

    /** Lets something happen after the next request of a type has been carried out, and answers it then. */
    public void afterNext(MessageType type, Supplier<CompletionStage<?>> action) {
        afterwards.put(type, action);
    }

    /** Never answers requests of a type. */
    public void hang(MessageType type) {
        hanging.add(type);
    }

    public long received(MessageType type) {
        return received.stream().filter(type::equals).count();
    }

    public List<Damage> damage() {
        return List.copyOf(damage);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        MessageType type = request.type();
        received.add(type);
        if (isDue(requestsToRefuse, type)) {
            throw new ChameleonError(ErrorCode.OVERLOADED, "told to refuse");
        }
        ChameleonError told = failing.get(type);
        if (told != null) {
            throw told;
        }
        if (hanging.contains(type)) {
            return new CompletableFuture<>();
        }
        Message answer = answer(request);
        if (isDue(answersToLose, type)) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "told to lose the answer");
        }
        Supplier<CompletionStage<?>> action = afterwards.remove(type);
        return action == null
                ? CompletableFuture.completedFuture(answer)
                : action.get().thenApply(done -> answer);
    }

    private static boolean isDue(Map<MessageType, AtomicInteger> counts, MessageType type) {
        AtomicInteger left = counts.get(type);
        return left != null && left.getAndDecrement() > 0;
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
            case COMMIT ->
                Message.of(type, MappingWire.pack(commit(MappingWire.unpack(request.header(CommitRequest.class)))));
            case CHECK_ROOM -> {
                CheckRoomRequest header = request.header(CheckRoomRequest.class);
                quotas.requireRoom(Wire.unpack(header.getId()), header.getBytes());
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case DELETE_OBJECT -> {
                DeleteObjectRequest header = request.header(DeleteObjectRequest.class);
                yield Message.of(
                        type,
                        MappingWire.pack(
                                table.delete(Wire.unpack(header.getId()), MappingWire.unpack(header.getCondition()))));
            }
            case DISCARD_CHUNKS ->
                Message.of(
                        type,
                        DiscardChunksResponse.newBuilder()
                                .setFound(table.discard(MappingWire.unpack(request.header(DiscardChunksRequest.class))))
                                .build());
            case LIST_OBJECTS ->
                Message.of(
                        type,
                        MappingWire.pack(table.list(MappingWire.unpack(request.header(ListObjectsRequest.class)))));
            case HISTORY ->
                Message.of(
                        type,
                        HistoryResponse.newBuilder()
                                .addAllEntries(
                                        table
                                                .history(Wire.unpack(request.header(HistoryRequest.class)
                                                        .getId()))
                                                .stream()
                                                .map(MappingWire::pack)
                                                .toList())
                                .build());
            case SET_BUCKET_POLICY -> {
                SetBucketPolicyRequest header = request.header(SetBucketPolicyRequest.class);
                table.setBucketPolicy(header.getBucket(), RedundancyPolicy.ofCode(header.getPolicy()));
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case SET_GRANT -> {
                SetGrantRequest header = request.header(SetGrantRequest.class);
                grants.removeIf(grant -> grant.getBucket().equals(header.getBucket())
                        && grant.getPrincipal().equals(header.getPrincipal()));
                if (header.getAccess() != 0) {
                    grants.add(GrantP.newBuilder()
                            .setBucket(header.getBucket())
                            .setPrincipal(header.getPrincipal())
                            .setAccess(header.getAccess())
                            .build());
                }
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case LIST_GRANTS -> {
                String bucket = request.header(ListGrantsRequest.class).getBucket();
                yield Message.of(
                        type,
                        ListGrantsResponse.newBuilder()
                                .addAllGrants(grants.stream()
                                        .filter(grant -> grant.getBucket().equals(bucket))
                                        .toList())
                                .build());
            }
            case REPORT_DAMAGE -> {
                Damage reported = RepairWire.unpack(request.header(ReportDamageRequest.class));
                damage.add(reported);
                table.reportDamage(reported);
                yield Message.of(type, Empty.getDefaultInstance());
            }
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + type);
        };
    }

    private CommitResult commit(Commit commit) {
        return table.commit(List.of(commit)).get(0);
    }
}
