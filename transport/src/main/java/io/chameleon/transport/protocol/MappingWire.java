package io.chameleon.transport.protocol;

import com.google.protobuf.ByteString;
import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.LookupResponse;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import io.chameleon.transport.wire.UpdateMetadataResponse;
import java.util.List;

/** Clients' mapping requests and their answers as wire messages and back; the rules of {@link Wire} hold. */
public final class MappingWire {
    /** Position is the code on the wire: append only. */
    private static final List<CommitResult.Status> COMMIT_STATUS = List.of(
            CommitResult.Status.COMMITTED,
            CommitResult.Status.SUPERSEDED,
            CommitResult.Status.PRECONDITION_FAILED,
            CommitResult.Status.TOO_OLD,
            CommitResult.Status.FROM_FUTURE,
            CommitResult.Status.OVER_QUOTA);

    /** As above. */
    private static final List<DeleteResult> DELETE_RESULT =
            List.of(DeleteResult.DELETED, DeleteResult.NOT_FOUND, DeleteResult.PRECONDITION_FAILED);

    /** As above. */
    private static final List<UpdateResult.Status> UPDATE_STATUS = List.of(
            UpdateResult.Status.UPDATED, UpdateResult.Status.NOT_FOUND, UpdateResult.Status.PRECONDITION_FAILED);

    private MappingWire() {}

    public static LookupResponse pack(Lookup lookup) {
        LookupResponse.Builder packed = LookupResponse.newBuilder()
                .setBucketPolicy(lookup.bucketPolicy().code());
        ObjectMapping mapping = lookup.mapping();
        if (mapping != null) {
            packed.setMapping(ObjectWire.pack(mapping));
        }
        RedundancyScheme rep = lookup.schemes().rep();
        if (rep != null) {
            packed.setBucketRep(Wire.pack(rep));
        }
        RedundancyScheme ec = lookup.schemes().ec();
        if (ec != null) {
            packed.setBucketEc(Wire.pack(ec));
        }
        return packed.build();
    }

    public static Lookup unpack(LookupResponse lookup) {
        return Wire.checked(() -> new Lookup(
                Wire.nullable(lookup.hasMapping(), lookup.getMapping(), ObjectWire::unpack),
                RedundancyPolicy.ofCode(lookup.getBucketPolicy()),
                lookup.hasBucketRep() || lookup.hasBucketEc()
                        ? new BucketSchemes(
                                Wire.nullable(lookup.hasBucketRep(), lookup.getBucketRep(), Wire::unpack),
                                Wire.nullable(lookup.hasBucketEc(), lookup.getBucketEc(), Wire::unpack))
                        : BucketSchemes.NONE));
    }

    /** Without a proof that the write is the caller's own. */
    public static CommitRequest pack(Commit commit) {
        return pack(commit, ByteString.EMPTY);
    }

    /** @param key of the write; empty if the caller shows none */
    public static CommitRequest pack(Commit commit, ByteString key) {
        return CommitRequest.newBuilder()
                .setId(Wire.pack(commit.id()))
                .setContent(ContentWire.pack(commit.content()))
                .setUsed(Wire.pack(commit.used()))
                .addAllMissing(commit.missing())
                .setCondition(ConditionWire.pack(commit.condition()))
                .setWriteKey(key)
                .build();
    }

    public static Commit unpack(CommitRequest commit) {
        if (commit.getContent().getExtents() != 0) {
            // Anyone could name bytes that are not counted as referred to.
            throw Wire.invalid("content of a commit: extents given, expected none: COMPLETE_UPLOAD composes objects");
        }
        return Wire.checked(() -> new Commit(
                Wire.unpack(commit.getId()),
                ContentWire.unpack(commit.getContent()),
                Wire.unpack(commit.getUsed()),
                commit.getMissingList(),
                ConditionWire.unpack(commit.getCondition())));
    }

    public static CommitResponse pack(CommitResult result) {
        CommitResponse.Builder packed = CommitResponse.newBuilder().setStatus(COMMIT_STATUS.indexOf(result.status()));
        ObjectMapping current = result.current();
        if (current != null) {
            packed.setCurrent(ObjectWire.pack(current));
        }
        return packed.build();
    }

    public static CommitResult unpack(CommitResponse result) {
        return Wire.checked(() -> new CommitResult(
                Wire.ofCode(COMMIT_STATUS, result.getStatus(), "commit status"),
                Wire.nullable(result.hasCurrent(), result.getCurrent(), ObjectWire::unpack)));
    }

    public static DeleteObjectResponse pack(DeleteResult result) {
        return DeleteObjectResponse.newBuilder()
                .setResult(DELETE_RESULT.indexOf(result))
                .build();
    }

    public static DeleteResult unpack(DeleteObjectResponse result) {
        return Wire.ofCode(DELETE_RESULT, result.getResult(), "delete result");
    }

    public static UpdateMetadataRequest pack(MetadataUpdate update) {
        return UpdateMetadataRequest.newBuilder()
                .setId(Wire.pack(update.id()))
                .setContentType(update.contentType())
                .putAllUserMetadata(update.userMetadata())
                .setCondition(ConditionWire.pack(update.condition()))
                .build();
    }

    public static MetadataUpdate unpack(UpdateMetadataRequest update) {
        return Wire.checked(() -> new MetadataUpdate(
                Wire.unpack(update.getId()),
                update.getContentType(),
                update.getUserMetadataMap(),
                ConditionWire.unpack(update.getCondition())));
    }

    public static UpdateMetadataResponse pack(UpdateResult result) {
        UpdateMetadataResponse.Builder packed =
                UpdateMetadataResponse.newBuilder().setStatus(UPDATE_STATUS.indexOf(result.status()));
        ObjectMapping current = result.current();
        if (current != null) {
            packed.setCurrent(ObjectWire.pack(current));
        }
        return packed.build();
    }

    public static UpdateResult unpack(UpdateMetadataResponse result) {
        return Wire.checked(() -> new UpdateResult(
                Wire.ofCode(UPDATE_STATUS, result.getStatus(), "update status"),
                Wire.nullable(result.hasCurrent(), result.getCurrent(), ObjectWire::unpack)));
    }

    public static DiscardChunksRequest pack(ChunkUpload.Key upload) {
        return DiscardChunksRequest.newBuilder()
                .setBucket(upload.bucket())
                .setContentId(Wire.pack(upload.contentId()))
                .build();
    }

    public static ChunkUpload.Key unpack(DiscardChunksRequest request) {
        return Wire.checked(() -> {
            ObjectId.requireBucket(request.getBucket());
            return new ChunkUpload.Key(request.getBucket(), Wire.unpack(request.getContentId()));
        });
    }
}
