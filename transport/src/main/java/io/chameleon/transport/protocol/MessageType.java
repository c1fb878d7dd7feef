package io.chameleon.transport.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.transport.wire.AbortUploadRequest;
import io.chameleon.transport.wire.AbortUploadResponse;
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.AddPartResponse;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import io.chameleon.transport.wire.BalancerEpochP;
import io.chameleon.transport.wire.BarredServersRequest;
import io.chameleon.transport.wire.BarredServersResponse;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.BeginUploadResponse;
import io.chameleon.transport.wire.BucketMoveP;
import io.chameleon.transport.wire.BucketMovesRequest;
import io.chameleon.transport.wire.BucketMovesResponse;
import io.chameleon.transport.wire.BucketResponse;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.CollectedRequest;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.CompactResponse;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.CondemnRequest;
import io.chameleon.transport.wire.CondemnResponse;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.ConfirmHaltRequest;
import io.chameleon.transport.wire.ConfirmHaltResponse;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.CountByStateResponse;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.DeleteVersionRequest;
import io.chameleon.transport.wire.DeleteVersionResponse;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.DrainRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.EpochRequest;
import io.chameleon.transport.wire.EvacuateRequest;
import io.chameleon.transport.wire.EvacuationProgressRequest;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.FindVersionResponse;
import io.chameleon.transport.wire.ForgetServerRequest;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.GarbageResponse;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.chameleon.transport.wire.HaltRequest;
import io.chameleon.transport.wire.HaltsResponse;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.HottestGroupsRequest;
import io.chameleon.transport.wire.HottestGroupsResponse;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListBucketsResponse;
import io.chameleon.transport.wire.ListExtentsRequest;
import io.chameleon.transport.wire.ListExtentsResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListGrantsResponse;
import io.chameleon.transport.wire.ListManifestsRequest;
import io.chameleon.transport.wire.ListManifestsResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ListObjectsResponse;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListPartsResponse;
import io.chameleon.transport.wire.ListUploadsRequest;
import io.chameleon.transport.wire.ListUploadsResponse;
import io.chameleon.transport.wire.ListVersionsRequest;
import io.chameleon.transport.wire.ListVersionsResponse;
import io.chameleon.transport.wire.LiveWritesRequest;
import io.chameleon.transport.wire.LiveWritesResponse;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.LookupResponse;
import io.chameleon.transport.wire.MigrateRequest;
import io.chameleon.transport.wire.MigrateResponse;
import io.chameleon.transport.wire.MoveBucketRequest;
import io.chameleon.transport.wire.OpenPlanResponse;
import io.chameleon.transport.wire.OrphansRequest;
import io.chameleon.transport.wire.OrphansResponse;
import io.chameleon.transport.wire.PostponeRepairRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.chameleon.transport.wire.PutManifestRequest;
import io.chameleon.transport.wire.QueueRepairsRequest;
import io.chameleon.transport.wire.QueueRepairsResponse;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.QuotasResponse;
import io.chameleon.transport.wire.RedirectRequest;
import io.chameleon.transport.wire.RedirectsResponse;
import io.chameleon.transport.wire.RemapRequest;
import io.chameleon.transport.wire.RemapResponse;
import io.chameleon.transport.wire.RepairRequest;
import io.chameleon.transport.wire.RepairStatusRequest;
import io.chameleon.transport.wire.RepairStatusResponse;
import io.chameleon.transport.wire.RepairsRequest;
import io.chameleon.transport.wire.RepairsResponse;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import io.chameleon.transport.wire.ScrubStatusResponse;
import io.chameleon.transport.wire.ServerObjectsRequest;
import io.chameleon.transport.wire.ServerObjectsResponse;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.SetQuotaRequest;
import io.chameleon.transport.wire.StorePlanRequest;
import io.chameleon.transport.wire.SweepUploadsRequest;
import io.chameleon.transport.wire.SweepUploadsResponse;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import io.chameleon.transport.wire.UpdateMetadataResponse;
import io.chameleon.transport.wire.UpdateVersionRequest;
import io.chameleon.transport.wire.WearReportP;
import org.jspecify.annotations.Nullable;

/** What a frame asks for: its number on the wire, and the headers of the request and of its answer. Append only. */
public enum MessageType {
    PING(1, Empty.parser(), Empty.parser()),

    PUT_FRAGMENT(16, PutFragmentRequest.parser(), Empty.parser()),
    GET_FRAGMENT(17, GetFragmentRequest.parser(), GetFragmentResponse.parser()),
    DELETE_FRAGMENTS(18, DeleteFragmentsRequest.parser(), DeleteFragmentsResponse.parser()),
    LIST_FRAGMENTS(19, ListFragmentsRequest.parser(), ListFragmentsResponse.parser()),
    WEAR_REPORT(20, Empty.parser(), WearReportP.parser()),
    DRAIN(21, DrainRequest.parser(), Empty.parser()),
    DAMAGED_FRAGMENTS(22, Empty.parser(), DamagedFragmentsResponse.parser()),
    SCRUB_STATUS(23, Empty.parser(), ScrubStatusResponse.parser()),
    PUT_MANIFEST(24, PutManifestRequest.parser(), Empty.parser()),
    LIST_MANIFESTS(25, ListManifestsRequest.parser(), ListManifestsResponse.parser()),

    CLUSTER_VIEW(32, ClusterViewRequest.parser(), ClusterViewResponse.parser()),
    LOOKUP(33, LookupRequest.parser(), LookupResponse.parser()),
    COMMIT(34, CommitRequest.parser(), CommitResponse.parser()),
    DELETE_OBJECT(35, DeleteObjectRequest.parser(), DeleteObjectResponse.parser()),
    LIST_OBJECTS(36, ListObjectsRequest.parser(), ListObjectsResponse.parser()),
    HISTORY(37, HistoryRequest.parser(), HistoryResponse.parser()),
    SET_BUCKET_POLICY(38, SetBucketPolicyRequest.parser(), Empty.parser()),
    REPORT_DAMAGE(39, ReportDamageRequest.parser(), Empty.parser()),
    SET_GRANT(40, SetGrantRequest.parser(), Empty.parser()),
    LIST_GRANTS(41, ListGrantsRequest.parser(), ListGrantsResponse.parser()),
    DISCARD_CHUNKS(42, DiscardChunksRequest.parser(), DiscardChunksResponse.parser()),
    SET_QUOTA(43, SetQuotaRequest.parser(), Empty.parser()),
    QUOTAS(44, QuotasRequest.parser(), QuotasResponse.parser()),
    CHECK_ROOM(45, CheckRoomRequest.parser(), Empty.parser()),
    UPDATE_METADATA(46, UpdateMetadataRequest.parser(), UpdateMetadataResponse.parser()),

    BALANCER_EPOCH(48, Empty.parser(), BalancerEpochP.parser()),
    CLAIM(49, ClaimRequest.parser(), BalancerEpochP.parser()),
    ADVANCE_EPOCH(50, FencedRequest.parser(), BalancerEpochP.parser()),
    SCAN(51, ScanRequest.parser(), ScanResponse.parser()),
    COUNT_BY_STATE(52, Empty.parser(), CountByStateResponse.parser()),
    STORE_PLAN(53, StorePlanRequest.parser(), Empty.parser()),
    OPEN_PLAN(54, Empty.parser(), OpenPlanResponse.parser()),
    COMPLETE_PLAN(55, EpochRequest.parser(), Empty.parser()),
    REMAP(56, RemapRequest.parser(), RemapResponse.parser()),
    MIGRATE(57, MigrateRequest.parser(), MigrateResponse.parser()),
    COMPACT(58, EpochRequest.parser(), CompactResponse.parser()),
    GARBAGE(59, GarbageRequest.parser(), GarbageResponse.parser()),
    COLLECTED(60, CollectedRequest.parser(), Empty.parser()),
    LIVE_WRITES(61, LiveWritesRequest.parser(), LiveWritesResponse.parser()),

    BALANCE(62, BalanceRequest.parser(), BalanceResponse.parser()),

    CONDEMN(63, CondemnRequest.parser(), CondemnResponse.parser()),

    REPAIRS(64, RepairsRequest.parser(), RepairsResponse.parser()),
    REPAIR(65, RepairRequest.parser(), MigrateResponse.parser()),
    POSTPONE_REPAIR(66, PostponeRepairRequest.parser(), Empty.parser()),
    QUEUE_REPAIRS(67, QueueRepairsRequest.parser(), QueueRepairsResponse.parser()),
    SERVER_OBJECTS(68, ServerObjectsRequest.parser(), ServerObjectsResponse.parser()),
    EVACUATE(69, EvacuateRequest.parser(), Empty.parser()),
    EVACUATION_PROGRESS(70, EvacuationProgressRequest.parser(), Empty.parser()),
    REPAIR_STATUS(71, RepairStatusRequest.parser(), RepairStatusResponse.parser()),
    SWEEP_UPLOADS(72, SweepUploadsRequest.parser(), SweepUploadsResponse.parser()),
    BARRED_SERVERS(73, BarredServersRequest.parser(), BarredServersResponse.parser()),
    FORGET_SERVER(74, ForgetServerRequest.parser(), Empty.parser()),

    HOTTEST_GROUPS(75, HottestGroupsRequest.parser(), HottestGroupsResponse.parser()),
    REDIRECTS(76, Empty.parser(), RedirectsResponse.parser()),
    REDIRECT(77, RedirectRequest.parser(), Empty.parser()),

    ORPHANS(80, OrphansRequest.parser(), OrphansResponse.parser()),
    HALTS(81, Empty.parser(), HaltsResponse.parser()),
    HALT(82, HaltRequest.parser(), Empty.parser()),
    END_HALT(83, HaltRequest.parser(), Empty.parser()),
    CONFIRM_HALT(84, ConfirmHaltRequest.parser(), ConfirmHaltResponse.parser()),

    CREATE_BUCKET(96, CreateBucketRequest.parser(), BucketResponse.parser()),
    DELETE_BUCKET(97, DeleteBucketRequest.parser(), Empty.parser()),
    GET_BUCKET(98, GetBucketRequest.parser(), BucketResponse.parser()),
    LIST_BUCKETS(99, ListBucketsRequest.parser(), ListBucketsResponse.parser()),
    CONFIGURE_BUCKET(100, ConfigureBucketRequest.parser(), BucketResponse.parser()),
    MOVE_BUCKET(101, MoveBucketRequest.parser(), BucketMoveP.parser()),
    BUCKET_MOVES(102, BucketMovesRequest.parser(), BucketMovesResponse.parser()),

    BEGIN_UPLOAD(104, BeginUploadRequest.parser(), BeginUploadResponse.parser()),
    ADD_PART(105, AddPartRequest.parser(), AddPartResponse.parser()),
    LIST_PARTS(106, ListPartsRequest.parser(), ListPartsResponse.parser()),
    COMPLETE_UPLOAD(107, CompleteUploadRequest.parser(), CommitResponse.parser()),
    ABORT_UPLOAD(108, AbortUploadRequest.parser(), AbortUploadResponse.parser()),
    LIST_UPLOADS(109, ListUploadsRequest.parser(), ListUploadsResponse.parser()),
    LIST_EXTENTS(110, ListExtentsRequest.parser(), ListExtentsResponse.parser()),

    FIND_VERSION(112, FindVersionRequest.parser(), FindVersionResponse.parser()),
    LIST_VERSIONS(113, ListVersionsRequest.parser(), ListVersionsResponse.parser()),
    DELETE_VERSION(114, DeleteVersionRequest.parser(), DeleteVersionResponse.parser()),
    UPDATE_VERSION(115, UpdateVersionRequest.parser(), UpdateMetadataResponse.parser()),
    COPY_OBJECT(116, CopyObjectRequest.parser(), CommitResponse.parser());

    private static final @Nullable MessageType[] BY_CODE = new MessageType[128];

    static {
        for (MessageType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;
    private final Parser<? extends MessageLite> request;
    private final Parser<? extends MessageLite> response;
    private final Class<?> requestClass;
    private final Class<?> responseClass;

    MessageType(int code, Parser<? extends MessageLite> request, Parser<? extends MessageLite> response) {
        this.code = code;
        this.request = request;
        this.response = response;
        this.requestClass = defaultInstance(request).getClass();
        this.responseClass = defaultInstance(response).getClass();
    }

    /** Zero bytes are a valid message of every type: the one with all fields at their defaults. */
    private static MessageLite defaultInstance(Parser<? extends MessageLite> parser) {
        try {
            return parser.parseFrom(new byte[0]);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    public int code() {
        return code;
    }

    public Parser<? extends MessageLite> requestParser() {
        return request;
    }

    public Parser<? extends MessageLite> responseParser() {
        return response;
    }

    /** Whether {@code header} is of the type that such a request carries. */
    public boolean isRequest(MessageLite header) {
        return requestClass.isInstance(header);
    }

    /** Whether {@code header} is of the type that such an answer carries. */
    public boolean isResponse(MessageLite header) {
        return responseClass.isInstance(header);
    }

    /** The type of that number, or null if this build does not know it. */
    public static @Nullable MessageType ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
