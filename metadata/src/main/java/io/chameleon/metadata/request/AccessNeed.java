package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.access.Access;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.wire.AbortUploadRequest;
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.CheckRoomRequest;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DeleteVersionRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.ListExtentsRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListUploadsRequest;
import io.chameleon.transport.wire.ListVersionsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.QuotaP;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import io.chameleon.transport.wire.UpdateVersionRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a request needs.
 *
 * @param exists whether the request is about a bucket that exists, and so is never the first use of one
 */
record AccessNeed(String bucket, Access access, boolean exists) {
    /** The grants of a bucket also govern the chunks and components of its objects. */
    AccessNeed {
        bucket = ObjectId.userBucket(bucket);
    }

    AccessNeed(String bucket, Access access) {
        this(bucket, access, false);
    }

    /**
     * Users know no slices, and there are no grants for them. Operators and the balancer may read by the names that
     * rows have.
     *
     * @throws ChameleonError {@code INVALID_REQUEST}
     */
    void requireBucket(boolean ofUser) {
        if (Slices.isSlice(bucket) && (ofUser || access != Access.READ)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "bucket: '" + bucket + "' given, expected a bucket, not a slice of one");
        }
    }

    /** Null if a request needs no access to a bucket. Of all requests except COMMIT. */
    static @Nullable AccessNeed of(Message request) {
        return switch (request.type()) {
            case LOOKUP ->
                new AccessNeed(request.header(LookupRequest.class).getId().getBucket(), Access.READ);
            case HISTORY ->
                new AccessNeed(request.header(HistoryRequest.class).getId().getBucket(), Access.READ);
            case LIST_OBJECTS ->
                new AccessNeed(request.header(ListObjectsRequest.class).getBucket(), Access.READ);
            case REPORT_DAMAGE ->
                new AccessNeed(request.header(ReportDamageRequest.class).getId().getBucket(), Access.READ);
            case DELETE_OBJECT ->
                new AccessNeed(request.header(DeleteObjectRequest.class).getId().getBucket(), Access.WRITE);
            case UPDATE_METADATA ->
                new AccessNeed(
                        request.header(UpdateMetadataRequest.class).getId().getBucket(), Access.WRITE);
            case DISCARD_CHUNKS ->
                new AccessNeed(request.header(DiscardChunksRequest.class).getBucket(), Access.WRITE);
            case BEGIN_UPLOAD ->
                new AccessNeed(
                        request.header(BeginUploadRequest.class).getObject().getBucket(), Access.WRITE);
            case ADD_PART ->
                new AccessNeed(request.header(AddPartRequest.class).getObject().getBucket(), Access.WRITE);
            case COMPLETE_UPLOAD ->
                new AccessNeed(
                        request.header(CompleteUploadRequest.class).getObject().getBucket(), Access.WRITE);
            // Source and copy are in one bucket, and who may write there may read there.
            case COPY_OBJECT ->
                new AccessNeed(
                        request.header(CopyObjectRequest.class).getObject().getBucket(), Access.WRITE);
            case ABORT_UPLOAD ->
                new AccessNeed(
                        request.header(AbortUploadRequest.class).getObject().getBucket(), Access.WRITE);
            case LIST_PARTS ->
                new AccessNeed(
                        request.header(ListPartsRequest.class).getObject().getBucket(), Access.READ);
            case LIST_UPLOADS ->
                new AccessNeed(request.header(ListUploadsRequest.class).getBucket(), Access.READ);
            case LIST_EXTENTS ->
                new AccessNeed(request.header(ListExtentsRequest.class).getBucket(), Access.READ);
            case FIND_VERSION ->
                new AccessNeed(
                        request.header(FindVersionRequest.class).getObject().getBucket(), Access.READ);
            case LIST_VERSIONS ->
                new AccessNeed(
                        request.header(ListVersionsRequest.class).getKeys().getBucket(), Access.READ);
            case DELETE_VERSION ->
                new AccessNeed(
                        request.header(DeleteVersionRequest.class).getObject().getBucket(), Access.WRITE);
            case UPDATE_VERSION ->
                new AccessNeed(
                        request.header(UpdateVersionRequest.class)
                                .getUpdate()
                                .getId()
                                .getBucket(),
                        Access.WRITE);
            case SET_BUCKET_POLICY ->
                new AccessNeed(request.header(SetBucketPolicyRequest.class).getBucket(), Access.OWNER);
            case CHECK_ROOM ->
                new AccessNeed(request.header(CheckRoomRequest.class).getId().getBucket(), Access.WRITE);
            case QUOTAS -> {
                QuotaP of = request.header(QuotasRequest.class).getOf();
                yield of.getKind() == QuotaScope.Kind.BUCKET.code() ? new AccessNeed(of.getName(), Access.READ) : null;
            }
            case GET_BUCKET ->
                new AccessNeed(request.header(GetBucketRequest.class).getBucket(), Access.READ);
            case DELETE_BUCKET ->
                new AccessNeed(request.header(DeleteBucketRequest.class).getBucket(), Access.OWNER, true);
            case CONFIGURE_BUCKET ->
                new AccessNeed(request.header(ConfigureBucketRequest.class).getBucket(), Access.OWNER, true);
            case SET_GRANT ->
                new AccessNeed(request.header(SetGrantRequest.class).getBucket(), Access.OWNER);
            case LIST_GRANTS -> {
                String bucket = request.header(ListGrantsRequest.class).getBucket();
                yield bucket.isEmpty() ? null : new AccessNeed(bucket, Access.OWNER);
            }
            default -> null;
        };
    }
}
