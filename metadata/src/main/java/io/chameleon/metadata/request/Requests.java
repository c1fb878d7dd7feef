package io.chameleon.metadata.request;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.PackedView;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.MoveBucketRequest;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.SetQuotaRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Converts requests to calls of the tables. The whole request is read and checked before the call, so errors in a
 * request are distinguished from internal ones.
 */
public final class Requests {
    static final int MAX_ROWS = 100_000;
    /** Half of a frame's limit; a larger scan ends early, with the first rows of its order. */
    private static final int MAX_SCAN_BYTES = 8 << 20;

    private final MappingRequests mapping;
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

    public Requests(MetadataTables tables, BucketAccess access, ClusterViews clusterView) {
        this.remaps = new RemapRequests(tables.remaps(), clusterView);
        this.garbage = new GarbageRequests(tables.garbage());
        this.repairs = new RepairRequests(tables.repairs(), clusterView);
        this.grants = new GrantRequests(tables.grants(), access);
        this.quotas = new QuotaRequests(tables.quotas());
        this.buckets = new BucketRequests(
                tables.buckets(), access, clusterView, tables.lookups().tables().size());
        this.mapping = new MappingRequests(tables.mapping(), buckets);
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
    public PreparedCall call(Message request, Principal caller) {
        try {
            return switch (request.type()) {
                case CLUSTER_VIEW -> view(request.header(ClusterViewRequest.class));
                case DELETE_OBJECT,
                        UPDATE_METADATA,
                        DISCARD_CHUNKS,
                        LIST_OBJECTS,
                        HISTORY,
                        SET_BUCKET_POLICY,
                        REPORT_DAMAGE -> mapping.call(request);
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

    /** Only an object's row shows that a plan does not fit its state; that is still the plan's fault. */
    static <T> T possible(Supplier<T> change) {
        try {
            return change.get();
        } catch (IllegalTransitionException | IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    /** The first of these that fit in an answer. */
    static <T, P extends MessageLite> List<P> fitting(List<T> rows, Function<T, P> pack) {
        List<P> fitting = new ArrayList<>();
        int bytes = 0;
        for (T row : rows) {
            P packed = pack.apply(row);
            bytes += packed.getSerializedSize();
            if (bytes > MAX_SCAN_BYTES) {
                break;
            }
            fitting.add(packed);
        }
        return fitting;
    }

    static int limit(int rows) {
        Require.that(rows >= 1, "limit", Integer.toUnsignedString(rows), "1 to 2147483647 rows");
        return Math.min(rows, MAX_ROWS);
    }
}
