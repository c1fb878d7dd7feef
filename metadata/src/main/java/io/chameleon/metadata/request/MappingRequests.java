package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DiscardChunksRequest;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ReportDamageRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;

/** The part of {@link Requests} for objects and their rows. */
final class MappingRequests {
    private final MappingTable mapping;
    private final BucketRequests buckets;

    MappingRequests(MappingTable mapping, BucketRequests buckets) {
        this.mapping = mapping;
        this.buckets = buckets;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case DELETE_OBJECT -> delete(request.header(DeleteObjectRequest.class));
            case UPDATE_METADATA -> updateMetadata(request.header(UpdateMetadataRequest.class));
            case DISCARD_CHUNKS -> discard(request.header(DiscardChunksRequest.class));
            case LIST_OBJECTS -> list(request.header(ListObjectsRequest.class));
            case HISTORY -> history(request.header(HistoryRequest.class));
            case SET_BUCKET_POLICY -> setBucketPolicy(request.header(SetBucketPolicyRequest.class));
            case REPORT_DAMAGE -> reportDamage(request.header(ReportDamageRequest.class));
            default -> throw new IllegalStateException("not about objects: " + request.type());
        };
    }

    private PreparedCall delete(DeleteObjectRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        ObjectId.requireBucket(id.bucket()); // chunks are deleted with their object
        Condition condition = ConditionWire.unpack(request.getCondition());
        return () -> MappingWire.pack(mapping.delete(id, condition));
    }

    private PreparedCall updateMetadata(UpdateMetadataRequest request) {
        MetadataUpdate update = MappingWire.unpack(request);
        return () -> MappingWire.pack(mapping.updateMetadata(update));
    }

    private PreparedCall discard(DiscardChunksRequest request) {
        ChunkUpload.Key upload = MappingWire.unpack(request);
        return () -> DiscardChunksResponse.newBuilder()
                .setFound(mapping.discard(upload))
                .build();
    }

    private PreparedCall list(ListObjectsRequest request) {
        ListQuery query = ListingWire.unpack(request);
        return () -> {
            ObjectPage page = mapping.list(query);
            boolean ofObjects = ObjectId.userBucket(query.bucket()).equals(query.bucket());
            if (page.isEmpty() && ofObjects) {
                buckets.requireExists(query.bucket());
            }
            return ListingWire.pack(page);
        };
    }

    private PreparedCall history(HistoryRequest request) {
        ObjectId id = Wire.unpack(request.getId());
        return () -> HistoryResponse.newBuilder()
                .addAllEntries(
                        mapping.history(id).stream().map(ListingWire::pack).toList())
                .build();
    }

    private PreparedCall setBucketPolicy(SetBucketPolicyRequest request) {
        ObjectId.requireBucket(request.getBucket());
        RedundancyPolicy policy = RedundancyPolicy.ofCode(request.getPolicy());
        return PreparedCall.done(() -> mapping.setBucketPolicy(request.getBucket(), policy));
    }

    private PreparedCall reportDamage(ReportDamageRequest request) {
        Damage damage = RepairWire.unpack(request);
        return PreparedCall.done(() -> mapping.reportDamage(damage));
    }
}
