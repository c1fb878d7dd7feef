package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.PackedView;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.MoveBucketRequest;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.SetQuotaRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import java.util.function.Supplier;

/**
 * Converts requests to calls of the tables. The whole request is read and checked before the call, so errors in a
 * request are distinguished from internal ones.
 */
final class Requests {
    static final int MAX_ROWS = 100_000;
    /** Half of a frame's limit; a larger scan ends early, with the first rows of its order. */
    static final int MAX_SCAN_BYTES = 8 << 20;

    private final MappingTable mapping;
    private final RemapRequests remaps;
    private final GarbageRequests garbage;
    private final RepairRequests repairs;
    private final ClusterViews clusterView;
    private final PackedView.Latest packed = new PackedView.Latest();
    private final GrantRequests grants;
    private final QuotaRequests quotas;
    private final BucketRequests buckets;
    private final UploadRequests uploads;
    private final VersionRequests versions;
    private final BucketMoveRequests moves;

    Requests(MetadataTables tables, BucketAccess access, ClusterViews clusterView) {
        this.mapping = tables.mapping();
        this.remaps = new RemapRequests(tables.remaps(), clusterView);
        this.garbage = new GarbageRequests(tables.garbage());
        this.repairs = new RepairRequests(tables.repairs(), clusterView);
        this.grants = new GrantRequests(tables.grants(), access);
        this.quotas = new QuotaRequests(tables.quotas());
        this.buckets = new BucketRequests(tables.buckets(), access, clusterView);
        this.uploads = new UploadRequests(tables.uploads());
        this.versions = new VersionRequests(tables.versions(), buckets);
        this.moves = new BucketMoveRequests(tables.moves());
        this.clusterView = clusterView;
    }

    /**
     * The call a request asks for, all but COMMIT and LOOKUP.
     *
     * @throws ChameleonError INVALID_REQUEST
     */
    PreparedCall call(Message request, Principal caller) {
        try {
            return switch (request.type()) {
                case CLUSTER_VIEW -> view(request.header(ClusterViewRequest.class));
                case DELETE_OBJECT -> delete(request.header(DeleteObjectRequest.class));
                case UPDATE_METADATA -> updateMetadata(request.header(UpdateMetadataRequest.class));
                case DISCARD_CHUNKS -> discard(request.header(DiscardChunksRequest.class));
                case SET_QUOTA -> quotas.set(request.header(SetQuotaRequest.class));
                case QUOTAS -> quotas.list(request.header(QuotasRequest.class), caller);
                case CREATE_BUCKET -> buckets.create(request.header(CreateBucketRequest.class), caller);
                case DELETE_BUCKET -> buckets.delete(request.header(DeleteBucketRequest.class));
                case GET_BUCKET -> buckets.find(request.header(GetBucketRequest.class));
                case LIST_BUCKETS -> buckets.list(request.header(ListBucketsRequest.class), caller);
                case CONFIGURE_BUCKET -> buckets.configure(request.header(ConfigureBucketRequest.class));
                case MOVE_BUCKET -> moves.move(request.header(MoveBucketRequest.class));
                case BUCKET_MOVES -> moves.list(request.header(BucketMovesRequest.class));
                case CHECK_ROOM -> quotas.check(request.header(CheckRoomRequest.class));
                case BEGIN_UPLOAD,
                        ADD_PART,
                        LIST_PARTS,
                        COMPLETE_UPLOAD,
                        ABORT_UPLOAD,
                        LIST_UPLOADS,
                        LIST_EXTENTS,
                        COPY_OBJECT -> uploads.call(request, caller);
                case FIND_VERSION, LIST_VERSIONS, DELETE_VERSION, UPDATE_VERSION -> versions.call(request);
                case LIST_OBJECTS -> list(request.header(ListObjectsRequest.class));
                case HISTORY -> history(request.header(HistoryRequest.class));
                case SET_BUCKET_POLICY -> setBucketPolicy(request.header(SetBucketPolicyRequest.class));
                case REPORT_DAMAGE -> reportDamage(request.header(ReportDamageRequest.class));
                case SET_GRANT -> grants.set(request.header(SetGrantRequest.class));
                case LIST_GRANTS -> grants.list(request.header(ListGrantsRequest.class), caller);
                case BALANCER_EPOCH,
                        CLAIM,
                        ADVANCE_EPOCH,
                        SCAN,
                        COUNT_BY_STATE,
                        STORE_PLAN,
                        OPEN_PLAN,
                        COMPLETE_PLAN,
                        REMAP,
                        MIGRATE,
                        BARRED_SERVERS,
                        HOTTEST_GROUPS,
                        REDIRECTS,
                        REDIRECT,
                        COMPACT -> remaps.call(request);
                case GARBAGE,
                        COLLECTED,
                        LIVE_WRITES,
                        CONDEMN,
                        ORPHANS,
                        HALTS,
                        HALT,
                        END_HALT,
                        CONFIRM_HALT,
                        SWEEP_UPLOADS -> garbage.call(request);
                default -> repairs.call(request);
            };
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, request.type() + ": " + e.getMessage(), e);
        }
    }

    private PreparedCall view(ClusterViewRequest request) {
        return () -> packed.of(clusterView.get()).to(request.getKnown());
    }

    private PreparedCall delete(DeleteObjectRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        ObjectId.requireBucket(id.bucket()); // chunks are deleted with their object
        Condition condition = ConditionWire.unpack(request.getCondition());
        return () -> MappingWire.pack(mapping.delete(id, condition));
    }

    private PreparedCall updateMetadata(UpdateMetadataRequest request) {
        MetadataUpdate update = MappingWire.unpack(request);
        return () -> MappingWire.pack(mapping.updateMetadata(update));
    }

    private PreparedCall discard(DiscardChunksRequest request) {
        ChunkUpload.Key upload = MappingWire.unpack(request);
        return () -> DiscardChunksResponse.newBuilder()
                .setFound(mapping.discard(upload))
                .build();
    }

    private PreparedCall list(ListObjectsRequest request) {
        ListQuery query = ListingWire.unpack(request);
        return () -> {
            ObjectPage page = mapping.list(query);
            boolean ofObjects = ObjectId.userBucket(query.bucket()).equals(query.bucket());
            if (page.isEmpty() && ofObjects) {
                buckets.requireExists(query.bucket());
            }
            return ListingWire.pack(page);
        };
    }

    private PreparedCall history(HistoryRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        return () -> HistoryResponse.newBuilder()
                .addAllEntries(
                        mapping.history(id).stream().map(ListingWire::pack).toList())
                .build();
    }

    private PreparedCall setBucketPolicy(SetBucketPolicyRequest request) {
        ObjectId.requireBucket(request.getBucket());
        RedundancyPolicy policy = RedundancyPolicy.ofCode(request.getPolicy());
        return done(() -> mapping.setBucketPolicy(request.getBucket(), policy));
    }

    private PreparedCall reportDamage(ReportDamageRequest request) {
        Damage damage = RepairWire.unpack(request);
        return done(() -> mapping.reportDamage(damage));
    }

    /** Only an object's row shows that a plan does not fit its state; that is still the plan's fault. */
    static <T> T possible(Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalTransitionException | IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    static int limit(int rows) {
        Require.that(rows >= 1, "limit", Integer.toUnsignedString(rows), "1 to 2147483647 rows");
        return Math.min(rows, MAX_ROWS);
    }

    static PreparedCall done(Runnable call) {
        return () -> {
            call.run();
            return Empty.getDefaultInstance();
        };
    }
}
