package io.chameleon.testkit.fake;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.SchemeChange;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.PackedView;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.WriteProof;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
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
import io.chameleon.transport.wire.UpdateMetadataRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A metadata service's answers to the SDK, from a mapping table in memory. */
final class MetadataAnswers {
    private final InMemoryMappingTable table;
    private final BucketAnswers buckets;
    private final Supplier<List<ServerInfo>> servers;
    private final List<GrantP> grants = new CopyOnWriteArrayList<>();
    private final List<Damage> damage = new CopyOnWriteArrayList<>();

    MetadataAnswers(InMemoryMappingTable table, Supplier<List<ServerInfo>> servers) {
        this.table = table;
        this.buckets = new BucketAnswers(table.buckets());
        this.servers = servers;
    }

    /** What clients have reported. */
    List<Damage> damage() {
        return List.copyOf(damage);
    }

    private ClusterView view() {
        return new ClusterView(
                servers.get(), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, PlacementRing.DEFAULT_POINTS, 1);
    }

    Message to(Message request) {
        MessageType type = request.type();
        return switch (type) {
            case CLUSTER_VIEW ->
                Message.of(
                        type,
                        new PackedView(view())
                                .to(request.header(ClusterViewRequest.class).getKnown()));
            case LOOKUP ->
                Message.of(
                        type,
                        MappingWire.pack(lookup(
                                Wire.unpack(request.header(LookupRequest.class).getId()))));
            case COMMIT -> {
                CommitRequest header = request.header(CommitRequest.class);
                Commit commit = MappingWire.unpack(header);
                // A service does without, at a price. The SDK never asks it to.
                WriteProof.require(
                        commit.writeId(), header.getWriteKey().toByteArray(), Principal.ANYBODY, "commit it");
                yield Message.of(type, MappingWire.pack(commit(commit)));
            }
            case CHECK_ROOM -> {
                CheckRoomRequest header = request.header(CheckRoomRequest.class);
                table.requireRoom(Wire.unpack(header.getId()), header.getBytes());
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case DELETE_OBJECT -> {
                DeleteObjectRequest header = request.header(DeleteObjectRequest.class);
                yield Message.of(
                        type,
                        MappingWire.pack(table.delete(
                                Wire.unpack(header.getId()), ConditionWire.unpack(header.getCondition()))));
            }
            case UPDATE_METADATA ->
                Message.of(
                        type,
                        MappingWire.pack(
                                table.updateMetadata(MappingWire.unpack(request.header(UpdateMetadataRequest.class)))));
            case DISCARD_CHUNKS ->
                Message.of(
                        type,
                        DiscardChunksResponse.newBuilder()
                                .setFound(table.discard(MappingWire.unpack(request.header(DiscardChunksRequest.class))))
                                .build());
            case LIST_OBJECTS -> list(request.header(ListObjectsRequest.class));
            case HISTORY ->
                Message.of(
                        type,
                        HistoryResponse.newBuilder()
                                .addAllEntries(
                                        table
                                                .history(Wire.unpack(request.header(HistoryRequest.class)
                                                        .getId()))
                                                .stream()
                                                .map(ListingWire::pack)
                                                .toList())
                                .build());
            case SET_BUCKET_POLICY -> {
                SetBucketPolicyRequest header = request.header(SetBucketPolicyRequest.class);
                table.setBucketPolicy(header.getBucket(), RedundancyPolicy.ofCode(header.getPolicy()));
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case SET_GRANT -> set(request.header(SetGrantRequest.class));
            case LIST_GRANTS -> list(request.header(ListGrantsRequest.class));
            case REPORT_DAMAGE -> {
                Damage reported = RepairWire.unpack(request.header(ReportDamageRequest.class));
                damage.add(reported);
                table.reportDamage(reported);
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case CREATE_BUCKET, DELETE_BUCKET, GET_BUCKET, LIST_BUCKETS, CONFIGURE_BUCKET -> buckets.to(request);
            case FIND_VERSION, LIST_VERSIONS, DELETE_VERSION, UPDATE_VERSION ->
                new VersionAnswers(table.versions(), buckets).to(request);
            default -> new UploadAnswers(table.uploads()).to(request);
        };
    }

    private Message list(ListObjectsRequest request) {
        ListQuery query = ListingWire.unpack(request);
        ObjectPage page = table.list(query);
        boolean ofObjects = ObjectId.userBucket(query.bucket()).equals(query.bucket());
        if (page.isEmpty() && ofObjects) {
            buckets.require(query.bucket());
        }
        return Message.of(MessageType.LIST_OBJECTS, ListingWire.pack(page));
    }

    private Lookup lookup(ObjectId id) {
        Lookup found = table.lookup(id);
        ObjectMapping row = found.mapping();
        return row == null ? found : found.with(shown(row, found.schemes()));
    }

    private CommitResult commit(Commit commit) {
        CommitResult done = table.commit(List.of(commit)).get(0);
        ObjectMapping row = done.current();
        return row == null ? done : new CommitResult(done.status(), shown(row, done.schemes()));
    }

    /** As its next writer should see it. */
    private ObjectMapping shown(ObjectMapping row, BucketSchemes own) {
        ClusterView view = view();
        RedundancyScheme wanted = view.scheme(row.state().nextPolicy(), own);
        ObjectMapping led =
                SchemeChange.isDue(row, wanted) ? SchemeChange.applied(row, wanted, view.ring(), any -> true) : null;
        return led == null ? row : led;
    }

    private Message set(SetGrantRequest header) {
        grants.removeIf(grant -> grant.getBucket().equals(header.getBucket())
                && grant.getPrincipal().equals(header.getPrincipal()));
        if (header.getAccess() != 0) {
            grants.add(GrantP.newBuilder()
                    .setBucket(header.getBucket())
                    .setPrincipal(header.getPrincipal())
                    .setAccess(header.getAccess())
                    .build());
        }
        return Message.of(MessageType.SET_GRANT, Empty.getDefaultInstance());
    }

    private Message list(ListGrantsRequest header) {
        return Message.of(
                MessageType.LIST_GRANTS,
                ListGrantsResponse.newBuilder()
                        .addAllGrants(grants.stream()
                                .filter(grant -> grant.getBucket().equals(header.getBucket()))
                                .toList())
                        .build());
    }
}
