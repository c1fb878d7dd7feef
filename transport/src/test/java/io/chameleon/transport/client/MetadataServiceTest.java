package io.chameleon.transport.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.ObjectWire;
import io.chameleon.transport.protocol.PackedView;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.Samples;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.GarbageResponse;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LiveWritesRequest;
import io.chameleon.transport.wire.LiveWritesResponse;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.OpenPlanResponse;
import io.chameleon.transport.wire.RemapRequest;
import io.chameleon.transport.wire.RemapResponse;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.StorePlanRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The stubs of the metadata service: what they send, how they read the answer, and where they turn if none comes. */
class MetadataServiceTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Endpoint FIRST = new Endpoint("metadata-0", 7000);
    private static final Endpoint SECOND = new Endpoint("metadata-1", 7000);
    private static final long FENCE = 7;
    private static final String CLUSTER = "00000000-0000-4000-8000-000000000001";

    private final LoopbackNetwork network = new LoopbackNetwork();
    private final MetadataClient client = new MetadataClient(network, List.of(FIRST, SECOND));
    private final RemoteRemapTable remaps = new RemoteRemapTable(network, List.of(FIRST, SECOND), PATIENCE);
    private final RemoteGarbageTable garbage = new RemoteGarbageTable(network, List.of(FIRST, SECOND), PATIENCE);
    private final Samples samples = new Samples(2);
    private final List<MessageLite> received = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        network.close();
    }

    private RpcHandler answering(Function<MessageLite, MessageLite> handler) {
        return (request, context) -> {
            received.add(request.header());
            return CompletableFuture.completedFuture(Message.of(request.type(), handler.apply(request.header())));
        };
    }

    private void serve(MessageLite answer) {
        network.bind(FIRST, answering(header -> answer));
    }

    private static RpcHandler unavailable() {
        return (request, context) ->
                CompletableFuture.failedFuture(new ChameleonError(ErrorCode.UNAVAILABLE, "database away"));
    }

    private <H extends MessageLite> H received(Class<H> type) {
        return type.cast(received.get(received.size() - 1));
    }

    @Test
    void endpointThatLetADeadlinePass_isNotAskedFirstAgain() {
        network.bind(FIRST, (request, context) -> new CompletableFuture<>());
        ClusterView view = samples.clusterView();
        network.bind(SECOND, answering(header -> ClusterWire.pack(view)));
        assertThatThrownBy(() -> client.clusterView(Duration.ofMillis(20)).join())
                .hasCauseInstanceOf(ChameleonError.class)
                .hasMessageContaining("no answer before the deadline");
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view);
    }

    private static ClusterView view(int servers, long epoch, Map<ServerId, Long> awayMillis) {
        List<ServerInfo> all = IntStream.range(0, servers)
                .mapToObj(i -> new ServerInfo(
                        new ServerId("flash-" + i),
                        "flash-" + i + ".flash.default.svc.cluster.local",
                        7_001,
                        "europe-west1-" + i % 3,
                        "node-" + i / 4,
                        4L << 40,
                        ServerInfo.Status.UP,
                        new ServerIdentity(CLUSTER, CLUSTER)))
                .toList();
        return new ClusterView(all, RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, epoch, CLUSTER, awayMillis);
    }

    private void serveViewOf(ClusterView view, List<Integer> sizes) {
        network.bind(FIRST, answering(header -> {
            MessageLite answer = new PackedView(view).to(((ClusterViewRequest) header).getKnown());
            sizes.add(answer.getSerializedSize());
            return answer;
        }));
    }

    @Test
    void viewThatTheClientHas_isNotSentAgain_whoeverIsAsked() {
        Map<ServerId, Long> away = Map.of(new ServerId("flash-17"), 60_000L);
        List<Integer> sizes = new ArrayList<>();
        serveViewOf(view(5_000, 1, Map.of()), sizes);
        ClusterView first = client.clusterView(PATIENCE).join();
        assertThat(first).isEqualTo(view(5_000, 1, Map.of()));

        serveViewOf(view(5_000, 2, away), sizes);
        ClusterView second = client.clusterView(PATIENCE).join();
        assertThat(second).isEqualTo(view(5_000, 2, away));
        assertThat(second.servers()).as("what depends on them can be kept").isSameAs(first.servers());
        serveViewOf(view(5_000, 3, Map.of()), sizes);
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view(5_000, 3, Map.of()));

        assertThat(sizes).element(0).satisfies(bytes -> assertThat(bytes).isBetween(500_000, 1_500_000));
        assertThat(sizes).element(1).satisfies(bytes -> assertThat(bytes).isLessThan(6_000));
        assertThat(sizes).element(2).satisfies(bytes -> assertThat(bytes).isLessThan(100));
    }

    @Test
    void viewWithAnotherServer_isSentWhole() {
        List<Integer> sizes = new ArrayList<>();
        serveViewOf(view(10, 1, Map.of()), sizes);
        client.clusterView(PATIENCE).join();
        serveViewOf(view(11, 1, Map.of()), sizes);
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view(11, 1, Map.of()));
    }

    /** A service of an older build knows no versions, and answers with all. */
    @Test
    void serviceThatKnowsNoVersions_isUnderstood_alsoAfterOneThatDoes() {
        serveViewOf(view(10, 1, Map.of()), new ArrayList<>());
        client.clusterView(PATIENCE).join();
        serve(ClusterWire.pack(view(9, 2, Map.of())));
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view(9, 2, Map.of()));
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view(9, 2, Map.of()));
        assertThat(received(ClusterViewRequest.class).getKnown().isEmpty()).isTrue();
    }

    @Test
    void clientWithKeys_showsThatTheWriteItCommitsIsItsOwn() {
        WriteKeys keys = new WriteKeys(new SplittableRandom(5));
        WriteId write = new WriteIds(InstantSource.system(), keys).next();
        Commit commit = new Commit(
                new ObjectId("bucket", "key"),
                new ObjectContent(write, 0, 1, 0, "", Map.of()),
                samples.commit().used(),
                List.of(),
                Condition.NONE);
        serve(MappingWire.pack(samples.commitResult()));

        new MetadataClient(network, List.of(FIRST), keys)
                .commit(commit, PATIENCE)
                .join();

        assertThat(WriteKeys.proves(received(CommitRequest.class).getWriteKey().toByteArray(), write))
                .isTrue();
    }

    @Test
    void clientCalls_carryTheirArgumentsAndBringTheAnswer() {
        ClusterView view = samples.clusterView();
        serve(ClusterWire.pack(view));
        assertThat(client.clusterView(PATIENCE).join()).isEqualTo(view);

        Lookup lookup = samples.lookup();
        serve(MappingWire.pack(lookup));
        assertThat(client.lookup(samples.objectId(), PATIENCE).join()).isEqualTo(lookup);
        Wire.unpack(received(LookupRequest.class).getId());

        Commit commit = samples.commit();
        CommitResult committed = samples.commitResult();
        serve(MappingWire.pack(committed));
        assertThat(client.commit(commit, PATIENCE).join()).isEqualTo(committed);
        assertThat(MappingWire.unpack(received(CommitRequest.class))).isEqualTo(commit);

        assertThat(received(CommitRequest.class).getWriteKey().isEmpty()).isTrue();

        serve(MappingWire.pack(DeleteResult.PRECONDITION_FAILED));
        assertThat(client.delete(commit.id(), Condition.IF_ABSENT, PATIENCE).join())
                .isEqualTo(DeleteResult.PRECONDITION_FAILED);
        assertThat(ConditionWire.unpack(received(DeleteObjectRequest.class).getCondition()))
                .isEqualTo(Condition.IF_ABSENT);

        MetadataUpdate update = new MetadataUpdate(
                new ObjectId("bucket", "key"),
                "a/b",
                Map.of("colour", "grün"),
                new Condition.IfMatch(commit.writeId()));
        UpdateResult updated = new UpdateResult(UpdateResult.Status.UPDATED, samples.mapping());
        serve(MappingWire.pack(updated));
        assertThat(client.updateMetadata(update, PATIENCE).join()).isEqualTo(updated);
        assertThat(MappingWire.unpack(received(UpdateMetadataRequest.class))).isEqualTo(update);

        ListQuery query = samples.listQuery();
        ObjectPage page = samples.objectPage();
        serve(ListingWire.pack(page));
        assertThat(client.list(query, PATIENCE).join()).isEqualTo(page);
        assertThat(ListingWire.unpack(received(ListObjectsRequest.class))).isEqualTo(query);

        EpochLogEntry entry = samples.epochLogEntry();
        serve(HistoryResponse.newBuilder().addEntries(ListingWire.pack(entry)).build());
        assertThat(client.history(entry.id(), PATIENCE).join()).containsExactly(entry);

        serve(Empty.getDefaultInstance());
        client.buckets().setPolicy("bucket", RedundancyPolicy.REP, PATIENCE).join();
        assertThat(received(SetBucketPolicyRequest.class).getPolicy()).isEqualTo(RedundancyPolicy.REP.code());

        Damage damage = samples.damage();
        client.reportDamage(damage, PATIENCE).join();
        assertThat(RepairWire.unpack(received(ReportDamageRequest.class))).isEqualTo(damage);
    }

    @Test
    void remapTable_carriesArgumentsAndAnswers() {
        BalancerEpoch epoch = samples.balancerEpoch();
        serve(RemapWire.pack(epoch));
        assertThat(remaps.balancerEpoch()).isEqualTo(epoch);
        assertThat(remaps.claim("balancer-0")).isEqualTo(epoch);
        assertThat(received(ClaimRequest.class).getHolder()).isEqualTo("balancer-0");
        assertThat(remaps.advanceEpoch(FENCE)).isEqualTo(epoch);
        assertThat(received(FencedRequest.class).getFence()).isEqualTo(FENCE);

        ObjectMapping mapping = samples.mapping();
        serve(ScanResponse.newBuilder().addObjects(ObjectWire.pack(mapping)).build());
        assertThat(remaps.hottest(1)).containsExactly(mapping);
        assertThat(received(ScanRequest.class).getOrder()).isEqualTo(ScanRequest.Order.HOTTEST);
        assertThat(remaps.coldest(2)).containsExactly(mapping);
        assertThat(received(ScanRequest.class).getOrder()).isEqualTo(ScanRequest.Order.COLDEST);
        assertThat(remaps.pending(9, null, 3)).containsExactly(mapping);
        assertThat(received(ScanRequest.class))
                .isEqualTo(ScanRequest.newBuilder()
                        .setOrder(ScanRequest.Order.PENDING)
                        .setEpoch(9)
                        .setLimit(3)
                        .build());
        assertThat(remaps.pending(9, RemapTable.Position.of(mapping), 3)).containsExactly(mapping);
        assertThat(received(ScanRequest.class).getAfterEpoch()).isEqualTo(mapping.remapEpoch());
        assertThat(Wire.unpack(received(ScanRequest.class).getAfter())).isEqualTo(mapping.id());

        serve(CountByStateResponse.newBuilder().putCounts(5, 12).build());
        assertThat(remaps.countByState()).isEqualTo(Map.of(RedundancyState.REP_EWO, 12L));

        StoredPlan plan = samples.storedPlan();
        serve(Empty.getDefaultInstance());
        remaps.storePlan(FENCE, plan);
        assertThat(RemapWire.unpack(received(StorePlanRequest.class))).isEqualTo(plan);
        assertThat(received(StorePlanRequest.class).getFence()).isEqualTo(FENCE);
        remaps.completePlan(FENCE, 4);
        assertThat(received(EpochRequest.class))
                .isEqualTo(EpochRequest.newBuilder().setFence(FENCE).setEpoch(4).build());

        serve(RemapWire.pack(Optional.of(plan)));
        assertThat(remaps.openPlan()).contains(plan);
        serve(OpenPlanResponse.getDefaultInstance());
        assertThat(remaps.openPlan()).isEmpty();

        Remap remap = samples.remap();
        serve(RemapResponse.newBuilder()
                .addOutcomes(RemapWire.code(Remap.Outcome.STALE))
                .build());
        assertThat(remaps.remap(FENCE, List.of(remap))).containsExactly(Remap.Outcome.STALE);
        assertThat(RemapWire.unpack(received(RemapRequest.class).getRemaps(0))).isEqualTo(remap);

        Migration migration = samples.migration();
        serve(MigrateResponse.newBuilder()
                .setOutcome(RemapWire.code(Remap.Outcome.GONE))
                .build());
        assertThat(remaps.migrate(FENCE, migration)).isEqualTo(Remap.Outcome.GONE);
        assertThat(RemapWire.unpack(received(MigrateRequest.class))).isEqualTo(migration);

        WriteId writeId = samples.writeId();
        serve(BarredServersResponse.newBuilder().addServers("flash-3").build());
        assertThat(remaps.barredServers(writeId)).containsExactly(new ServerId("flash-3"));
        assertThat(Wire.unpack(received(BarredServersRequest.class).getWriteId()))
                .isEqualTo(writeId);

        serve(CompactResponse.newBuilder().setDropped(33).build());
        assertThat(remaps.compact(FENCE, 5)).isEqualTo(33);
    }

    @Test
    void garbageTable_carriesArgumentsAndAnswers() {
        Garbage row = samples.garbage();
        serve(GarbageResponse.newBuilder().addRows(GarbageWire.pack(row)).build());
        assertThat(garbage.garbage(500, 10)).containsExactly(row);
        assertThat(received(GarbageRequest.class))
                .isEqualTo(GarbageRequest.newBuilder()
                        .setMinAgeMillis(500)
                        .setLimit(10)
                        .build());

        serve(Empty.getDefaultInstance());
        garbage.collected(List.of(1L, 2L));
        assertThat(received(CollectedRequest.class).getGarbageIdsList()).containsExactly(1L, 2L);

        WriteId live = samples.writeId();
        serve(LiveWritesResponse.newBuilder().addLive(Wire.pack(live)).build());
        assertThat(garbage.liveWrites(row.server(), List.of(live, row.writeId())))
                .isEqualTo(Set.of(live));
        assertThat(received(LiveWritesRequest.class).getServer())
                .isEqualTo(row.server().value());

        serve(CondemnResponse.newBuilder().addCondemned(Wire.pack(live)).build());
        assertThat(garbage.condemn(FENCE, row.server(), List.of(live, row.writeId())))
                .isEqualTo(Set.of(live));
        assertThat(received(CondemnRequest.class))
                .isEqualTo(CondemnRequest.newBuilder()
                        .setFence(FENCE)
                        .setServer(row.server().value())
                        .addAllWriteIds(Wire.pack(List.of(live, row.writeId())))
                        .build());
    }

    @Test
    void endpoint_thatIsAway_isPassedOverAndNotAskedAgain() {
        List<Endpoint> asked = new ArrayList<>();
        network.bind(FIRST, (request, context) -> {
            asked.add(FIRST);
            return unavailable().handle(request, context);
        });
        network.bind(SECOND, answering(header -> MappingWire.pack(samples.lookup())));

        client.lookup(samples.objectId(), PATIENCE).join();
        client.lookup(samples.objectId(), PATIENCE).join();

        assertThat(asked).hasSize(1);
        assertThat(received).hasSize(2);
    }

    @Test
    void everyEndpointAway_isUnavailable() {
        network.bind(FIRST, unavailable());

        assertThatThrownBy(() -> client.lookup(samples.objectId(), PATIENCE).join())
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    }

    @Test
    void deleteUpdateAndAdvance_thatMayHaveHappened_areNotRepeated() {
        network.bind(FIRST, unavailable());
        network.bind(SECOND, answering(header -> MappingWire.pack(DeleteResult.NOT_FOUND)));

        assertThatThrownBy(() -> client.delete(samples.objectId(), Condition.NONE, PATIENCE)
                        .join())
                .hasCauseInstanceOf(ChameleonError.class);
        MetadataUpdate update = new MetadataUpdate(new ObjectId("bucket", "key"), "", Map.of(), Condition.NONE);
        assertThatThrownBy(() -> client.updateMetadata(update, PATIENCE).join())
                .hasCauseInstanceOf(ChameleonError.class);
        assertThatThrownBy(() -> remaps.advanceEpoch(FENCE)).isInstanceOf(ChameleonError.class);
        assertThat(received).isEmpty();
    }

    @Test
    void delete_thatCertainlyDidNotHappen_goesElsewhere() {
        network.bind(SECOND, answering(header -> MappingWire.pack(DeleteResult.DELETED)));

        assertThat(client.delete(samples.objectId(), Condition.NONE, PATIENCE).join())
                .isEqualTo(DeleteResult.DELETED);
    }

    @Test
    void otherErrors_areNotTriedElsewhere() {
        network.bind(
                FIRST,
                (request, context) -> CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.FENCED, "another balancer has taken over")));
        network.bind(SECOND, answering(header -> Empty.getDefaultInstance()));

        assertThatThrownBy(() -> remaps.completePlan(FENCE, 1))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.FENCED))
                .hasMessage("another balancer has taken over");
        assertThat(received).isEmpty();
    }

    @Test
    void deadline_boundsAllTriesTogether() {
        network.bind(FIRST, (request, context) -> new CompletableFuture<>());

        assertThatThrownBy(() ->
                        client.lookup(samples.objectId(), Duration.ofMillis(40)).join())
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    }

    @Test
    void cancelledCall_isCancelledAtTheService() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        CompletableFuture<MessageType> started = new CompletableFuture<>();
        network.bind(FIRST, (request, context) -> {
            started.complete(request.type());
            return work;
        });
        CompletableFuture<Lookup> lookup = client.lookup(samples.objectId(), PATIENCE);
        started.join();

        lookup.cancel(true);

        org.awaitility.Awaitility.await().until(work::isCancelled);
    }

    @Test
    void interruptedCaller_ofABlockingTable_stopsWaiting() {
        network.bind(FIRST, (request, context) -> new CompletableFuture<>());
        Thread.currentThread().interrupt();

        assertThatThrownBy(remaps::balancerEpoch)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void noEndpoints_isRefusedAtOnce() {
        assertThatThrownBy(() -> new MetadataClient(network, List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
