package io.chameleon.transport.protocol;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
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
import io.chameleon.transport.wire.AddPartRequest;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.CopyObjectRequest;
import io.chameleon.transport.wire.ExtentP;
import io.chameleon.transport.wire.ListExtentsResponse;
import io.chameleon.transport.wire.ListPartsRequest;
import io.chameleon.transport.wire.ListPartsResponse;
import io.chameleon.transport.wire.ListUploadsRequest;
import io.chameleon.transport.wire.ListUploadsResponse;
import io.chameleon.transport.wire.NamedPartP;
import io.chameleon.transport.wire.PartSourceP;
import io.chameleon.transport.wire.UploadP;
import io.chameleon.transport.wire.UploadPartP;
import java.util.List;

/** Multipart uploads as wire messages and back; the rules of {@link Wire} hold. */
public final class UploadWire {
    private UploadWire() {}

    public static BeginUploadRequest pack(NewUpload upload) {
        RedundancyPolicy policy = upload.policy();
        return BeginUploadRequest.newBuilder()
                .setObject(Wire.pack(upload.object()))
                .setId(Wire.pack(upload.id()))
                .setOwner(upload.owner())
                .setPolicy(policy == null ? 0 : policy.code())
                .setContentType(upload.contentType())
                .putAllUserMetadata(upload.userMetadata())
                .build();
    }

    /** @param owner takes the place of the request's, unless it is empty */
    public static NewUpload unpack(BeginUploadRequest upload, String owner) {
        return Wire.checked(() -> new NewUpload(
                Wire.unpack(upload.getObject()),
                Wire.unpack(upload.getId()),
                owner.isEmpty() ? upload.getOwner() : owner,
                Wire.nullable(upload.getPolicy() != 0, upload.getPolicy(), RedundancyPolicy::ofCode),
                upload.getContentType(),
                upload.getUserMetadataMap()));
    }

    public static UploadP pack(Upload upload) {
        return UploadP.newBuilder()
                .setObject(Wire.pack(upload.object()))
                .setId(Wire.pack(upload.id()))
                .setStartedMillis(upload.startedMillis())
                .setOwner(upload.owner())
                .setPolicy(upload.policy().code())
                .setContentType(upload.contentType())
                .putAllUserMetadata(upload.userMetadata())
                .build();
    }

    public static Upload unpack(UploadP upload) {
        return Wire.checked(() -> new Upload(
                Wire.unpack(upload.getObject()),
                Wire.unpack(upload.getId()),
                upload.getStartedMillis(),
                upload.getOwner(),
                RedundancyPolicy.ofCode(upload.getPolicy()),
                upload.getContentType(),
                upload.getUserMetadataMap()));
    }

    public static AddPartRequest pack(NewPart part) {
        AddPartRequest.Builder packed = AddPartRequest.newBuilder()
                .setObject(Wire.pack(part.object()))
                .setUpload(Wire.pack(part.upload()))
                .setNumber(part.number())
                .setComponent(Wire.pack(part.component()))
                .putAllMetadata(part.metadata());
        NewPart.Source source = part.source();
        if (source != null) {
            packed.setSource(PartSourceP.newBuilder()
                    .setObject(Wire.pack(source.object()))
                    .setVersion(Wire.pack(source.version()))
                    .setList(Wire.pack(source.list())));
        }
        return packed.build();
    }

    public static NewPart unpack(AddPartRequest part) {
        return Wire.checked(() -> new NewPart(
                Wire.unpack(part.getObject()),
                Wire.unpack(part.getUpload()),
                part.getNumber(),
                Wire.unpack(part.getComponent()),
                part.getMetadataMap(),
                Wire.nullable(part.hasSource(), part.getSource(), UploadWire::unpack)));
    }

    private static NewPart.Source unpack(PartSourceP source) {
        return new NewPart.Source(
                Wire.unpack(source.getObject()), Wire.unpack(source.getVersion()), Wire.unpack(source.getList()));
    }

    public static UploadPartP pack(UploadPart part) {
        return UploadPartP.newBuilder()
                .setNumber(part.number())
                .setComponent(Wire.pack(part.component()))
                .setSize(part.size())
                .setCrc32C(part.crc32c())
                .setModifiedMillis(part.modifiedMillis())
                .putAllMetadata(part.metadata())
                .build();
    }

    public static UploadPart unpack(UploadPartP part) {
        return Wire.checked(() -> new UploadPart(
                part.getNumber(),
                Wire.unpack(part.getComponent()),
                part.getSize(),
                part.getCrc32C(),
                part.getModifiedMillis(),
                part.getMetadataMap()));
    }

    /** The limit of a request, checked. */
    public static int limit(ListPartsRequest request) {
        return Wire.checked(() -> {
            int limit = request.getLimit();
            Require.that(limit >= 1 && limit <= PartPage.MAX_LIMIT, "part limit", limit, "1 to " + PartPage.MAX_LIMIT);
            Require.that(request.getAfter() >= 0, "part start", request.getAfter(), ">= 0");
            return limit;
        });
    }

    public static ListPartsResponse pack(PartPage page) {
        return ListPartsResponse.newBuilder()
                .setUpload(pack(page.upload()))
                .addAllParts(page.parts().stream().map(UploadWire::pack).toList())
                .setMore(page.more())
                .build();
    }

    public static PartPage unpack(ListPartsResponse page) {
        return new PartPage(
                unpack(page.getUpload()),
                page.getPartsList().stream().map(UploadWire::unpack).toList(),
                page.getMore());
    }

    public static CompleteUploadRequest pack(Completion completion) {
        WriteId list = completion.list();
        CompleteUploadRequest.Builder packed = CompleteUploadRequest.newBuilder()
                .setObject(Wire.pack(completion.object()))
                .setUpload(Wire.pack(completion.upload()))
                .addAllParts(completion.parts().stream()
                        .map(part -> NamedPartP.newBuilder()
                                .setNumber(part.number())
                                .setComponent(Wire.pack(part.component()))
                                .build())
                        .toList())
                .setContentType(completion.contentType())
                .putAllUserMetadata(completion.userMetadata())
                .setCondition(MappingWire.pack(completion.condition()));
        if (list != null) {
            packed.setList(Wire.pack(list));
        }
        return packed.build();
    }

    public static Completion unpack(CompleteUploadRequest completion) {
        return Wire.checked(() -> new Completion(
                Wire.unpack(completion.getObject()),
                Wire.unpack(completion.getUpload()),
                completion.getPartsList().stream()
                        .map(part -> new Completion.Named(part.getNumber(), Wire.unpack(part.getComponent())))
                        .toList(),
                completion.getContentType(),
                completion.getUserMetadataMap(),
                MappingWire.unpack(completion.getCondition()),
                Wire.nullable(completion.hasList(), completion.getList(), Wire::unpack)));
    }

    public static CopyObjectRequest pack(Copy copy) {
        WriteId sourceList = copy.sourceList();
        CopyObjectRequest.Builder packed = CopyObjectRequest.newBuilder()
                .setSource(Wire.pack(copy.source()))
                .setVersion(Wire.pack(copy.version()))
                .setObject(Wire.pack(copy.object()))
                .setContentType(copy.contentType())
                .putAllUserMetadata(copy.userMetadata())
                .setCondition(MappingWire.pack(copy.condition()))
                .setList(Wire.pack(copy.list()));
        if (sourceList != null) {
            packed.setSourceList(Wire.pack(sourceList));
        }
        return packed.build();
    }

    public static Copy unpack(CopyObjectRequest copy) {
        return Wire.checked(() -> new Copy(
                Wire.unpack(copy.getSource()),
                Wire.unpack(copy.getVersion()),
                Wire.unpack(copy.getObject()),
                copy.getContentType(),
                copy.getUserMetadataMap(),
                MappingWire.unpack(copy.getCondition()),
                Wire.unpack(copy.getList()),
                Wire.nullable(copy.hasSourceList(), copy.getSourceList(), Wire::unpack)));
    }

    public static ListUploadsRequest pack(UploadQuery query) {
        ListUploadsRequest.Builder packed = ListUploadsRequest.newBuilder()
                .setBucket(query.bucket())
                .setPrefix(query.prefix())
                .setAfterKey(query.afterKey())
                .setLimit(query.limit());
        if (query.afterId() != null) {
            packed.setAfterId(Wire.pack(query.afterId()));
        }
        return packed.build();
    }

    public static UploadQuery unpack(ListUploadsRequest query) {
        return Wire.checked(() -> new UploadQuery(
                query.getBucket(),
                query.getPrefix(),
                query.getAfterKey(),
                Wire.nullable(query.hasAfterId(), query.getAfterId(), Wire::unpack),
                query.getLimit()));
    }

    public static ListUploadsResponse pack(UploadPage page) {
        return ListUploadsResponse.newBuilder()
                .addAllUploads(page.uploads().stream().map(UploadWire::pack).toList())
                .setMore(page.more())
                .build();
    }

    public static UploadPage unpack(ListUploadsResponse page) {
        return new UploadPage(
                page.getUploadsList().stream().map(UploadWire::unpack).toList(), page.getMore());
    }

    public static ListExtentsResponse pack(List<Extent> extents) {
        return ListExtentsResponse.newBuilder()
                .addAllExtents(extents.stream()
                        .map(extent -> ExtentP.newBuilder()
                                .setComponent(Wire.pack(extent.component()))
                                .setOffset(extent.offset())
                                .setLength(extent.length())
                                .build())
                        .toList())
                .build();
    }

    /** Empty if there is no such version. */
    public static List<Extent> unpack(ListExtentsResponse answer) {
        return Wire.checked(() -> answer.getExtentsList().stream()
                .map(extent -> new Extent(Wire.unpack(extent.getComponent()), extent.getOffset(), extent.getLength()))
                .toList());
    }
}
