package io.chameleon.testkit.fake;

import com.google.protobuf.MessageLite;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.transport.protocol.ExtentWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.PartWire;
import io.chameleon.transport.protocol.UploadWire;
import io.chameleon.transport.protocol.Wire;
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

/** The part of {@link MetadataAnswers} for multipart uploads. */
final class UploadAnswers {
    private final UploadTable table;

    UploadAnswers(UploadTable table) {
        this.table = table;
    }

    Message to(Message request) {
        return Message.of(request.type(), answer(request));
    }

    private MessageLite answer(Message request) {
        return switch (request.type()) {
            case BEGIN_UPLOAD ->
                BeginUploadResponse.newBuilder()
                        .setUpload(UploadWire.pack(
                                table.begin(UploadWire.unpack(request.header(BeginUploadRequest.class), ""))))
                        .build();
            case ADD_PART ->
                AddPartResponse.newBuilder()
                        .setPart(PartWire.pack(table.addPart(PartWire.unpack(request.header(AddPartRequest.class)))))
                        .build();
            case LIST_PARTS -> {
                ListPartsRequest header = request.header(ListPartsRequest.class);
                yield PartWire.pack(table.parts(
                        Wire.unpack(header.getObject()),
                        Wire.unpack(header.getUpload()),
                        header.getAfter(),
                        PartWire.limit(header)));
            }
            case COMPLETE_UPLOAD ->
                MappingWire.pack(table.complete(UploadWire.unpack(request.header(CompleteUploadRequest.class))));
            case COPY_OBJECT ->
                MappingWire.pack(table.copy(ExtentWire.unpack(request.header(CopyObjectRequest.class))));
            case ABORT_UPLOAD -> {
                AbortUploadRequest header = request.header(AbortUploadRequest.class);
                yield AbortUploadResponse.newBuilder()
                        .setFound(table.abort(Wire.unpack(header.getObject()), Wire.unpack(header.getUpload())))
                        .build();
            }
            case LIST_UPLOADS ->
                UploadWire.pack(table.list(UploadWire.unpack(request.header(ListUploadsRequest.class))));
            case LIST_EXTENTS -> {
                ListExtentsRequest header = request.header(ListExtentsRequest.class);
                List<Extent> extents = table.extents(header.getBucket(), Wire.unpack(header.getContentId()));
                yield ExtentWire.pack(extents == null ? List.of() : extents);
            }
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + request.type());
        };
    }
}
