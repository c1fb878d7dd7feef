package io.chameleon.testkit.fake;

import com.google.protobuf.MessageLite;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
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
import io.chameleon.transport.wire.UpdateVersionRequest;

/** The part of {@link MetadataAnswers} for versions of objects. */
record VersionAnswers(VersionTable table, BucketAnswers buckets) {
    Message to(Message request) {
        return Message.of(request.type(), answer(request));
    }

    private MessageLite answer(Message request) {
        return switch (request.type()) {
            case FIND_VERSION -> {
                FindVersionRequest header = request.header(FindVersionRequest.class);
                yield VersionWire.found(
                        table.find(Wire.unpack(header.getObject()), VersionWire.version(header.getVersion())));
            }
            case LIST_VERSIONS -> list(VersionWire.unpack(request.header(ListVersionsRequest.class)));
            case DELETE_VERSION -> {
                DeleteVersionRequest header = request.header(DeleteVersionRequest.class);
                yield VersionWire.pack(table.delete(
                        Wire.unpack(header.getObject()),
                        VersionWire.version(header.getVersion()),
                        ConditionWire.unpack(header.getCondition())));
            }
            case UPDATE_VERSION -> {
                UpdateVersionRequest header = request.header(UpdateVersionRequest.class);
                yield MappingWire.pack(table.updateMetadata(
                        MappingWire.unpack(header.getUpdate()), new VersionId(header.getVersion())));
            }
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + request.type());
        };
    }

    private MessageLite list(VersionQuery query) {
        VersionPage page = table.list(query);
        if (page.versions().isEmpty() && page.commonPrefixes().isEmpty()) {
            buckets.require(query.keys().bucket());
        }
        return VersionWire.pack(page);
    }
}
