package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.transport.protocol.ExtentWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.PartWire;
import io.chameleon.transport.protocol.UploadWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.wire.AbortUploadRequest;
import io.chameleon.transport.wire.AbortUploadResponse;
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.AddPartResponse;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.BeginUploadResponse;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.ListExtentsRequest;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListUploadsRequest;
import java.util.List;

/** The part of {@link Requests} for multipart uploads. */
final class UploadRequests {
    private final UploadTable uploads;

    UploadRequests(UploadTable uploads) {
        this.uploads = uploads;
    }

    PreparedCall call(Message request, Principal caller) {
        return switch (request.type()) {
            case BEGIN_UPLOAD -> begin(request.header(BeginUploadRequest.class), caller);
            case ADD_PART -> addPart(request.header(AddPartRequest.class));
            case LIST_PARTS -> parts(request.header(ListPartsRequest.class));
            case COMPLETE_UPLOAD -> complete(request.header(CompleteUploadRequest.class));
            case COPY_OBJECT -> copy(request.header(CopyObjectRequest.class));
            case ABORT_UPLOAD -> abort(request.header(AbortUploadRequest.class));
            case LIST_UPLOADS -> list(request.header(ListUploadsRequest.class));
            case LIST_EXTENTS -> extents(request.header(ListExtentsRequest.class));
            default -> throw new IllegalStateException("not about uploads: " + request.type());
        };
    }

    /** A user's upload is that user's; others say for whom they act. */
    private PreparedCall begin(BeginUploadRequest request, Principal caller) {
        NewUpload upload = UploadWire.unpack(request, BucketAccess.concerns(caller) ? caller.name() : "");
        return () -> BeginUploadResponse.newBuilder()
                .setUpload(UploadWire.pack(uploads.begin(upload)))
                .build();
    }

    private PreparedCall addPart(AddPartRequest request) {
        NewPart part = PartWire.unpack(request);
        return () -> AddPartResponse.newBuilder()
                .setPart(PartWire.pack(uploads.addPart(part)))
                .build();
    }

    private PreparedCall parts(ListPartsRequest request) {
        ObjectId object = Wire.unpack(request.getObject());
        WriteId upload = Wire.unpack(request.getUpload());
        int limit = PartWire.limit(request);
        return () -> PartWire.pack(uploads.parts(object, upload, request.getAfter(), limit));
    }

    private PreparedCall complete(CompleteUploadRequest request) {
        Completion completion = UploadWire.unpack(request);
        return () -> MappingWire.pack(uploads.complete(completion));
    }

    private PreparedCall copy(CopyObjectRequest request) {
        Copy copy = ExtentWire.unpack(request);
        return () -> MappingWire.pack(uploads.copy(copy));
    }

    private PreparedCall abort(AbortUploadRequest request) {
        ObjectId object = Wire.unpack(request.getObject());
        WriteId upload = Wire.unpack(request.getUpload());
        return () -> AbortUploadResponse.newBuilder()
                .setFound(uploads.abort(object, upload))
                .build();
    }

    private PreparedCall list(ListUploadsRequest request) {
        UploadQuery query = UploadWire.unpack(request);
        return () -> UploadWire.pack(uploads.list(query));
    }

    private PreparedCall extents(ListExtentsRequest request) {
        ObjectId.requireBucket(request.getBucket());
        WriteId contentId = Wire.unpack(request.getContentId());
        return () -> {
            List<Extent> extents = uploads.extents(request.getBucket(), contentId);
            return ExtentWire.pack(extents == null ? List.of() : extents);
        };
    }
}
