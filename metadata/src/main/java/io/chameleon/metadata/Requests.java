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
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.ClusterWire;
import io.chameleon.transport.GarbageWire;
import io.chameleon.transport.MappingWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.RemapWire;
import io.chameleon.transport.RepairWire;
import io.chameleon.transport.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.GarbageResponse;
import io.chameleon.transport.wire.HaltRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
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
import java.util.List;
import java.util.function.Supplier;

/**
 * Requests as calls of the tables: first all of the request is read and checked, then the call is made. So what is wrong with a
 * request is told from what goes wrong inside.
 */
final class Requests {
    private static final int MAX_ROWS = 100_000;
    /** Half of what a frame may hold; a scan that would be larger ends early, with the first rows of its order. */
    static final int MAX_SCAN_BYTES = 8 << 20;

    private final MappingTable mapping;
    private final RemapTable remaps;
    private final GarbageTable garbage;
    private final HaltRequests halts;
    private final RepairRequests repairs;
    private final ClusterViews clusterView;
    private final GrantRequests grants;
    private final QuotaRequests quotas;

    Requests(
            MappingTable mapping,
            RemapTable remaps,
            GarbageTable garbage,
            RepairRequests repairs,
            GrantRequests grants,
            QuotaRequests quotas,
            ClusterViews clusterView) {
        this.mapping = mapping;
        this.grants = grants;
        this.quotas = quotas;
        this.remaps = remaps;
        this.garbage = garbage;
        this.halts = new HaltRequests(garbage);
        this.repairs = repairs;
        this.clusterView = clusterView;
    }

    /**
     * The call a request asks for, all but COMMIT and LOOKUP. The call may wait for the database; what it answers is the header of the
     * answer.
     *
     * @throws ChameleonError INVALID_REQUEST
     */
    Supplier<MessageLite> call(Message request, Principal caller) {
        try {
            return switch (request.type()) {
                case CLUSTER_VIEW -> () -> ClusterWire.pack(clusterView.get());
                case DELETE_OBJECT -> delete(request.header(DeleteObjectRequest.class));
                case DISCARD_CHUNKS -> discard(request.header(DiscardChunksRequest.class));
                case SET_QUOTA -> quotas.set(request.header(SetQuotaRequest.class));
                case QUOTAS -> quotas.list(request.header(QuotasRequest.class), caller);
                case CHECK_ROOM -> quotas.check(request.header(CheckRoomRequest.class));
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

    private Supplier<MessageLite> delete(DeleteObjectRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        ObjectId.requireBucket(id.bucket()); // chunks go with their object
        Condition condition = MappingWire.unpack(request.getCondition());
        return () -> MappingWire.pack(mapping.delete(id, condition));
    }

    private Supplier<MessageLite> discard(DiscardChunksRequest request) {
        ChunkUpload.Key upload = MappingWire.unpack(request);
        return () -> DiscardChunksResponse.newBuilder()
                .setFound(mapping.discard(upload))
                .build();
    }

    private Supplier<MessageLite> list(ListObjectsRequest request) {
        ListQuery query = MappingWire.unpack(request);
        return () -> MappingWire.pack(mapping.list(query));
    }

    private Supplier<MessageLite> history(HistoryRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        return () -> HistoryResponse.newBuilder()
                .addAllEntries(
                        mapping.history(id).stream().map(MappingWire::pack).toList())
                .build();
    }

    private Supplier<MessageLite> setBucketPolicy(SetBucketPolicyRequest request) {
        ObjectId.requireBucket(request.getBucket());
        RedundancyPolicy policy = RedundancyPolicy.ofCode(request.getPolicy());
        return done(() -> mapping.setBucketPolicy(request.getBucket(), policy));
    }

    private Supplier<MessageLite> reportDamage(ReportDamageRequest request) {
        Damage damage = RepairWire.unpack(request);
        return done(() -> mapping.reportDamage(damage));
    }

    private Supplier<MessageLite> claim(ClaimRequest request) {
        String holder = request.getHolder();
        Require.that(
                holder.length() <= 255 && holder.indexOf('\0') < 0, "holder", holder, "at most 255 characters, no NUL");
        return () -> RemapWire.pack(remaps.claim(holder));
    }

    private Supplier<MessageLite> advanceEpoch(FencedRequest request) {
        return () -> {
            try {
                return RemapWire.pack(remaps.advanceEpoch(request.getFence()));
            } finally {
                clusterView.changed();
            }
        };
    }

    private Supplier<MessageLite> scan(ScanRequest request) {
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

    private Supplier<MessageLite> storePlan(StorePlanRequest request) {
        StoredPlan plan = RemapWire.unpack(request);
        plan.remaps().forEach(Requests::requireStorable);
        return done(() -> remaps.storePlan(request.getFence(), plan));
    }

    private Supplier<MessageLite> completePlan(EpochRequest request) {
        return done(() -> remaps.completePlan(request.getFence(), request.getEpoch()));
    }

    private Supplier<MessageLite> remap(RemapRequest request) {
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

    private Supplier<MessageLite> migrate(MigrateRequest request) {
        Migration migration = RemapWire.unpack(request);
        return () -> MigrateResponse.newBuilder()
                .setOutcome(RemapWire.code(possible(() -> remaps.migrate(request.getFence(), migration))))
                .build();
    }

    /** That a plan does not fit the states of its objects shows only at their rows; it is the plan's fault all the same. */
    static <T> T possible(Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalTransitionException | IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private Supplier<MessageLite> compact(EpochRequest request) {
        return () -> CompactResponse.newBuilder()
                .setDropped(remaps.compact(request.getFence(), request.getEpoch()))
                .build();
    }

    private Supplier<MessageLite> garbage(GarbageRequest request) {
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

    private Supplier<MessageLite> collected(CollectedRequest request) {
        return done(() -> garbage.collected(request.getGarbageIdsList()));
    }

    private Supplier<MessageLite> barredServers(BarredServersRequest request) {
        WriteId writeId = Wire.unpack(request.getWriteId());
        return () -> BarredServersResponse.newBuilder()
                .addAllServers(remaps.barredServers(writeId).stream()
                        .map(ServerId::value)
                        .toList())
                .build();
    }

    private Supplier<MessageLite> liveWrites(LiveWritesRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> LiveWritesResponse.newBuilder()
                .addAllLive(Wire.pack(garbage.liveWrites(server, writeIds)))
                .build();
    }

    private Supplier<MessageLite> condemn(CondemnRequest request) {
        ServerId server = new ServerId(request.getServer());
        List<WriteId> writeIds =
                request.getWriteIdsList().stream().map(Wire::unpack).toList();
        return () -> CondemnResponse.newBuilder()
                .addAllCondemned(Wire.pack(garbage.condemn(server, writeIds)))
                .build();
    }

    private Supplier<MessageLite> sweepUploads(SweepUploadsRequest request) {
        int limit = limit(request.getLimit());
        return () -> SweepUploadsResponse.newBuilder()
                .setUploads(garbage.sweepUploads(request.getFence(), limit))
                .build();
    }

    static int limit(int rows) {
        Require.that(rows >= 1, "limit", Integer.toUnsignedString(rows), "1 to 2147483647 rows");
        return Math.min(rows, MAX_ROWS);
    }

    static Supplier<MessageLite> done(Runnable call) {
        return () -> {
            call.run();
            return Empty.getDefaultInstance();
        };
    }
}
