package io.chameleon.transport.protocol;

import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.transport.wire.BeginUploadRequest;
import io.chameleon.transport.wire.CompleteUploadRequest;
import io.chameleon.transport.wire.ListUploadsRequest;
import io.chameleon.transport.wire.ListUploadsResponse;
import io.chameleon.transport.wire.NamedPartP;
import io.chameleon.transport.wire.UploadP;

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
                .setCondition(ConditionWire.pack(completion.condition()));
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
                ConditionWire.unpack(completion.getCondition()),
                Wire.nullable(completion.hasList(), completion.getList(), Wire::unpack)));
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
}
