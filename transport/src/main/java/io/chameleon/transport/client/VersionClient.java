package io.chameleon.transport.client;

import static io.chameleon.transport.client.Failover.Repeat.HARMFUL;
import static io.chameleon.transport.client.Failover.Repeat.HARMLESS;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.VersionWire;
import io.chameleon.transport.wire.DeleteVersionResponse;
import io.chameleon.transport.wire.FindVersionResponse;
import io.chameleon.transport.wire.ListVersionsResponse;
import io.chameleon.transport.wire.UpdateMetadataResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@link io.chameleon.core.version.VersionTable} over the network; part of {@link MetadataClient}. Safe from any
 * thread. A delete or an update that may have been executed is not repeated, as there. A caller that repeats a delete
 * without a version may add two delete markers, which is harmless: the newest one hides the object, as one does.
 */
public final class VersionClient {
    private final Failover service;

    VersionClient(Failover service) {
        this.service = service;
    }

    /** @param version null for the latest */
    public CompletableFuture<Optional<ObjectVersion>> find(ObjectId id, @Nullable VersionId version, Duration timeout) {
        return Answers.map(
                service.call(MessageType.FIND_VERSION, VersionWire.find(id, version), HARMLESS, timeout),
                answer -> Optional.ofNullable(VersionWire.unpack(answer.header(FindVersionResponse.class))));
    }

    public CompletableFuture<VersionPage> list(VersionQuery query, Duration timeout) {
        return Answers.map(
                service.call(MessageType.LIST_VERSIONS, VersionWire.pack(query), HARMLESS, timeout),
                answer -> VersionWire.unpack(answer.header(ListVersionsResponse.class)));
    }

    /** @param version null for the object as a whole */
    public CompletableFuture<Deletion> delete(
            ObjectId id, @Nullable VersionId version, Condition condition, Duration timeout) {
        return Answers.map(
                service.call(MessageType.DELETE_VERSION, VersionWire.delete(id, version, condition), HARMFUL, timeout),
                answer -> VersionWire.unpack(answer.header(DeleteVersionResponse.class)));
    }

    public CompletableFuture<UpdateResult> updateMetadata(MetadataUpdate update, VersionId version, Duration timeout) {
        return Answers.map(
                service.call(MessageType.UPDATE_VERSION, VersionWire.update(update, version), HARMFUL, timeout),
                answer -> MappingWire.unpack(answer.header(UpdateMetadataResponse.class)));
    }
}
