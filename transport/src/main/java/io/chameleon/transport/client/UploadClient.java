package io.chameleon.transport.client;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.transport.protocol.ExtentWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.PartWire;
import io.chameleon.transport.protocol.UploadWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.AbortUploadRequest;
import io.chameleon.transport.wire.AbortUploadResponse;
import io.chameleon.transport.wire.AddPartResponse;
import io.chameleon.transport.wire.BeginUploadResponse;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.ListExtentsRequest;
import io.chameleon.transport.wire.ListExtentsResponse;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListPartsResponse;
import io.chameleon.transport.wire.ListUploadsResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * {@link io.chameleon.core.upload.UploadTable} over the network; part of {@link MetadataClient}. Safe from any thread.
 * Every request may be repeated, so one that another endpoint may answer goes to the next one. The exception is a
 * completion: if a repeat finds that neither the upload nor its version is there any more, only a caller that knows of
 * the first try can tell that it may have succeeded.
 */
public final class UploadClient {
    private final Failover service;

    UploadClient(Failover service) {
        this.service = service;
    }

    public CompletableFuture<Upload> begin(NewUpload upload, Duration timeout) {
        return Answers.map(
                call(MessageType.BEGIN_UPLOAD, UploadWire.pack(upload), timeout),
                answer -> UploadWire.unpack(
                        answer.header(BeginUploadResponse.class).getUpload()));
    }

    public CompletableFuture<UploadPart> addPart(NewPart part, Duration timeout) {
        return Answers.map(
                call(MessageType.ADD_PART, PartWire.pack(part), timeout),
                answer -> PartWire.unpack(answer.header(AddPartResponse.class).getPart()));
    }

    /** @param limit 1 to {@link PartPage#MAX_LIMIT} */
    public CompletableFuture<PartPage> parts(ObjectId object, WriteId upload, int after, int limit, Duration timeout) {
        ListPartsRequest header = ListPartsRequest.newBuilder()
                .setObject(Wire.pack(object))
                .setUpload(Wire.pack(upload))
                .setAfter(after)
                .setLimit(limit)
                .build();
        return Answers.map(
                call(MessageType.LIST_PARTS, header, timeout),
                answer -> PartWire.unpack(answer.header(ListPartsResponse.class)));
    }

    public CompletableFuture<CommitResult> complete(Completion completion, Duration timeout) {
        return Answers.map(
                service.call(
                        MessageType.COMPLETE_UPLOAD, UploadWire.pack(completion), Failover.Repeat.HARMFUL, timeout),
                answer -> MappingWire.unpack(answer.header(CommitResponse.class)));
    }

    public CompletableFuture<CommitResult> copy(Copy copy, Duration timeout) {
        return Answers.map(
                service.call(MessageType.COPY_OBJECT, ExtentWire.pack(copy), Failover.Repeat.HARMFUL, timeout),
                answer -> MappingWire.unpack(answer.header(CommitResponse.class)));
    }

    /** False if the upload is not open. */
    public CompletableFuture<Boolean> abort(ObjectId object, WriteId upload, Duration timeout) {
        AbortUploadRequest header = AbortUploadRequest.newBuilder()
                .setObject(Wire.pack(object))
                .setUpload(Wire.pack(upload))
                .build();
        return Answers.map(
                call(MessageType.ABORT_UPLOAD, header, timeout),
                answer -> answer.header(AbortUploadResponse.class).getFound());
    }

    public CompletableFuture<UploadPage> list(UploadQuery query, Duration timeout) {
        return Answers.map(
                call(MessageType.LIST_UPLOADS, UploadWire.pack(query), timeout),
                answer -> UploadWire.unpack(answer.header(ListUploadsResponse.class)));
    }

    /** The list of a composed version; empty if it is not, or no longer, current. */
    public CompletableFuture<List<Extent>> extents(String bucket, WriteId contentId, Duration timeout) {
        ListExtentsRequest header = ListExtentsRequest.newBuilder()
                .setBucket(bucket)
                .setContentId(Wire.pack(contentId))
                .build();
        return Answers.map(
                call(MessageType.LIST_EXTENTS, header, timeout),
                answer -> ExtentWire.unpack(answer.header(ListExtentsResponse.class)));
    }

    private CompletableFuture<Message> call(MessageType type, MessageLite header, Duration timeout) {
        return service.call(type, header, Failover.Repeat.HARMLESS, timeout);
    }
}
