package io.chameleon.metadata;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.GarbageWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.GarbageResponse;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.HaltRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LiveWritesRequest;
import io.chameleon.transport.wire.LiveWritesResponse;
import io.chameleon.transport.wire.MappingP;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.OrphansRequest;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.RemapRequest;
import io.chameleon.transport.wire.RemapResponse;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.SetQuotaRequest;
import io.chameleon.transport.wire.StorePlanRequest;
import io.chameleon.transport.wire.SweepUploadsRequest;
import io.chameleon.transport.wire.SweepUploadsResponse;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import java.util.List;
import java.util.function.Supplier;

/**
 * Converts requests to calls of the tables. The whole request is read and checked before the call, so errors in a
 * request are distinguished from internal ones.
 */
final class Requests {
    private static final int MAX_ROWS = 100_000;
    /** Half of a frame's limit; a larger scan ends early, with the first rows of its order. */
    static final int MAX_SCAN_BYTES = 8 << 20;

    private final MappingTable mapping;
    private final RemapTable remaps;
    private final GarbageTable garbage;
    private final HaltRequests halts;
    private final RepairRequests repairs;
    private final ClusterViews clusterView;
    private final GrantRequests grants;
    private final QuotaRequests quotas;
    private final BucketRequests buckets;
    private final UploadRequests uploads;
    private final VersionRequests versions;

    Requests(MetadataTables tables, BucketAccess access, ClusterViews clusterView) {
        this.mapping = tables.mapping();
        this.remaps = tables.remaps();
        this.garbage = tables.garbage();
        this.halts = new HaltRequests(garbage);
        this.repairs = new RepairRequests(tables.repairs(), clusterView);
        this.grants = new GrantRequests(tables.grants(), access);
        this.quotas = new QuotaRequests(tables.quotas());
        this.buckets = new BucketRequests(tables.buckets(), access);
        this.uploads = new UploadRequests(tables.uploads());
        this.versions = new VersionRequests(tables.versions(), buckets);
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
                case CLUSTER_VIEW -> () -> ClusterWire.pack(clusterView.get());
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
                case BALANCER_EPOCH -> () -> RemapWire.pack(remaps.balancerEpoch());
                case CLAIM -> claim(request.header(ClaimRequest.class));
                case ADVANCE_EPOCH -> advanceEpoch(request.header(FencedRequest.class));
                case SCAN -> scan(request.header(ScanRequest.class));
                case COUNT_BY_STATE -> this::countByState;
                case STORE_PLAN -> storePlan(request.header(StorePlanRequest.class));
                case OPEN_PLAN -> () -> RemapWire.pack(remaps.openPlan());
                case COMPLETE_PLAN -> completePlan(request.header(EpochRequest.class));
                case REMAP -> remap(request.header(RemapRequest.class));
                case MIGRATE -> migrate(request.header(MigrateRequest.class));
                case BARRED_SERVERS -> barredServers(request.header(BarredServersRequest.class));
                case COMPACT -> compact(request.header(EpochRequest.class));
                case GARBAGE -> garbage(request.header(GarbageRequest.class));
                case COLLECTED -> collected(request.header(CollectedRequest.class));
                case LIVE_WRITES -> liveWrites(request.header(LiveWritesRequest.class));
                case CONDEMN -> condemn(request.header(CondemnRequest.class));
                case ORPHANS -> halts.orphans(request.header(OrphansRequest.class));
                case HALTS -> halts::halts;
                case HALT -> halts.halt(request.header(HaltRequest.class));
                case END_HALT -> halts.end(request.header(HaltRequest.class));
                case CONFIRM_HALT -> halts.confirm(request.header(ConfirmHaltRequest.class));
                case SWEEP_UPLOADS -> sweepUploads(request.header(SweepUploadsRequest.class));
                default -> repairs.call(request);
            };
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, request.type() + ": " + e.getMessage(), e);
        }
    }

    private PreparedCall delete(DeleteObjectRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        ObjectId.requireBucket(id.bucket()); // chunks are deleted with their object
        Condition condition = MappingWire.unpack(request.getCondition());
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
        ListQuery query = MappingWire.unpack(request);
        return () -> {
            ObjectPage page = mapping.list(query);
            boolean ofObjects = ObjectId.userBucket(query.bucket()).equals(query.bucket());
            if (page.isEmpty() && ofObjects) {
                buckets.requireExists(query.bucket());
            }
            return MappingWire.pack(page);
        };
    }

    private PreparedCall history(HistoryRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        return () -> HistoryResponse.newBuilder()
                .addAllEntries(
                        mapping.history(id).stream().map(MappingWire::pack).toList())
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

    private PreparedCall claim(ClaimRequest request) {
        String holder = request.getHolder();
        Require.that(
                holder.length() <= 255 && holder.indexOf('\0') < 0, "holder", holder, "at most 255 characters, no NUL");
        return () -> RemapWire.pack(remaps.claim(holder));
    }

    private PreparedCall advanceEpoch(FencedRequest request) {
        return () -> {
            try {
                return RemapWire.pack(remaps.advanceEpoch(request.getFence()));
            } finally {
                clusterView.changed();
            }
        };
    }

    private PreparedCall scan(ScanRequest request) {
        int limit = limit(request.getLimit());
        long epoch = request.getEpoch();
        RemapTable.Position after = request.hasAfter()
                ? new RemapTable.Position(request.getAfterEpoch(), Wire.unpack(request.getAfter()))
                : null;
        return switch (request.getOrder()) {
            case HOTTEST -> () -> scanned(remaps.hottest(limit));
            case COLDEST -> () -> scanned(remaps.coldest(limit));
            case PENDING -> () -> scanned(remaps.pending(epoch, after, limit));
            case UNRECOGNIZED -> throw new IllegalArgumentException("order of a scan: unknown");
        };
    }

    private static MessageLite scanned(List<ObjectMapping> rows) {
        ScanResponse.Builder answer = ScanResponse.newBuilder();
        int bytes = 0;
        for (ObjectMapping row : rows) {
            MappingP packed = Wire.pack(row);
            bytes += packed.getSerializedSize();
            if (bytes > MAX_SCAN_BYTES) {
                break;
            }
            answer.addObjects(packed);
        }
        return answer.build();
    }

    private MessageLite countByState() {
        CountByStateResponse.Builder answer = CountByStateResponse.newBuilder();
        for (var count : remaps.countByState().entrySet()) {
            RedundancyState state = count.getKey();
            answer.putCounts(state.code(), count.getValue());
        }
        return answer.build();
    }

    private PreparedCall storePlan(StorePlanRequest request) {
        StoredPlan plan = RemapWire.unpack(request);
        plan.remaps().forEach(Requests::requireStorable);
        return done(() -> remaps.storePlan(request.getFence(), plan));
    }

    private PreparedCall completePlan(EpochRequest request) {
        return done(() -> remaps.completePlan(request.getFence(), request.getEpoch()));
    }

    private PreparedCall remap(RemapRequest request) {
        List<Remap> batch =
                request.getRemapsList().stream().map(RemapWire::unpack).toList();
        batch.forEach(Requests::requireStorable);
        return () -> RemapResponse.newBuilder()
                .addAllOutcomes(possible(() -> remaps.remap(request.getFence(), batch)).stream()
                        .map(RemapWire::code)
                        .toList())
                .build();
    }

    private static void requireStorable(Remap remap) {
        Require.that(remap.reason().indexOf('\0') < 0, "reason of the remap of " + remap.id(), "NUL", "no NUL");
    }

    private PreparedCall migrate(MigrateRequest request) {
        Migration migration = RemapWire.unpack(request);
        return () -> MigrateResponse.newBuilder()
                .setOutcome(RemapWire.code(possible(() -> remaps.migrate(request.getFence(), migration))))
                .build();
    }

    /** Only an object's row shows that a plan does not fit its state; that is still the plan's fault. */
    static <T> T possible(Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalTransitionException | IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private PreparedCall compact(EpochRequest request) {
        return () -> CompactResponse.newBuilder()
                .setDropped(remaps.compact(request.getFence(), request.getEpoch()))
                .build();
    }

    private PreparedCall garbage(GarbageRequest request) {
        int limit = limit(request.getLimit());
        Require.that(request.getMinAgeMillis() >= 0, "age of garbage", request.getMinAgeMillis(), ">= 0 ms");
        long minAge = request.getMinAgeMillis();
        if (request.getServer().isEmpty()) {
            return () -> rows(garbage.garbage(minAge, limit));
        }
        ServerId server = new ServerId(request.getServer());
        return () -> rows(garbage.garbage(server, minAge, limit));
    }

    private static GarbageResponse rows(List<Garbage> rows) {
        return GarbageResponse.newBuilder()
                .addAllRows(rows.stream().map(GarbageWire::pack).toList())
                .build();
    }

    private PreparedCall collected(CollectedRequest request) {
        return done(() -> garbage.collected(request.getGarbageIdsList()));
    }

    private PreparedCall barredServers(BarredServersRequest request) {
        WriteId writeId = Wire.unpack(request.getWriteId());
        return () -> BarredServersResponse.newBuilder()
                .addAllServers(remaps.barredServers(writeId).stream()
                        .map(ServerId::value)
                        .toList())
                .build();
    }

    private PreparedCall liveWrites(LiveWritesRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> LiveWritesResponse.newBuilder()
                .addAllLive(Wire.pack(garbage.liveWrites(server, writeIds)))
                .build();
    }

    private PreparedCall condemn(CondemnRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> CondemnResponse.newBuilder()
                .addAllCondemned(Wire.pack(garbage.condemn(request.getFence(), server, writeIds)))
                .build();
    }

    private PreparedCall sweepUploads(SweepUploadsRequest request) {
        int limit = limit(request.getLimit());
        return () -> SweepUploadsResponse.newBuilder()
                .setUploads(garbage.sweepUploads(request.getFence(), limit))
                .build();
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
