package io.chameleon.metadata.request;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.VersionWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.DeleteVersionRequest;
import io.chameleon.transport.wire.FindVersionRequest;
import io.chameleon.transport.wire.ListVersionsRequest;
import io.chameleon.transport.wire.ObjectIdP;
import io.chameleon.transport.wire.UpdateVersionRequest;

/** The part of {@link Requests} about versions of objects. */
final class VersionRequests {
    private final VersionTable versions;
    private final BucketRequests buckets;

    VersionRequests(VersionTable versions, BucketRequests buckets) {
        this.versions = versions;
        this.buckets = buckets;
    }

    PreparedCall call(Message request) {
        return switch (request.type()) {
            case FIND_VERSION -> find(request.header(FindVersionRequest.class));
            case LIST_VERSIONS -> list(request.header(ListVersionsRequest.class));
            case DELETE_VERSION -> delete(request.header(DeleteVersionRequest.class));
            case UPDATE_VERSION -> update(request.header(UpdateVersionRequest.class));
            default -> throw new IllegalStateException("not about versions: " + request.type());
        };
    }

    /** Chunks and components have no versions of their own. */
    private static ObjectId object(ObjectIdP packed) {
        ObjectId object = Wire.unpack(packed);
        ObjectId.requireBucket(object.bucket());
        return object;
    }

    private PreparedCall find(FindVersionRequest request) {
        ObjectId object = object(request.getObject());
        VersionId version = VersionWire.version(request.getVersion());
        return () -> VersionWire.found(versions.find(object, version));
    }

    private PreparedCall list(ListVersionsRequest request) {
        VersionQuery query = VersionWire.unpack(request);
        return () -> {
            VersionPage page = versions.list(query);
            if (page.versions().isEmpty() && page.commonPrefixes().isEmpty()) {
                buckets.requireExists(query.keys().bucket());
            }
            return VersionWire.pack(page);
        };
    }

    private PreparedCall delete(DeleteVersionRequest request) {
        ObjectId object = object(request.getObject());
        VersionId version = VersionWire.version(request.getVersion());
        Condition condition = ConditionWire.unpack(request.getCondition());
        return () -> VersionWire.pack(versions.delete(object, version, condition));
    }

    private PreparedCall update(UpdateVersionRequest request) {
        MetadataUpdate update = MappingWire.unpack(request.getUpdate());
        VersionId version = VersionWire.version(request.getVersion());
        if (version == null) {
            throw Require.violation("version of an update", "none", "a version id");
        }
        return () -> MappingWire.pack(versions.updateMetadata(update, version));
    }
}
