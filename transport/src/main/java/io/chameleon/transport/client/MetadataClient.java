package io.chameleon.transport.client;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.QuotaWire;
import io.chameleon.transport.protocol.RepairWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.DeleteObjectResponse;
import io.chameleon.transport.wire.DiscardChunksResponse;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.HistoryResponse;
import io.chameleon.transport.wire.ListObjectsResponse;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.LookupResponse;
import io.chameleon.transport.wire.UpdateMetadataResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The metadata service as clients see it: {@link io.chameleon.core.mapping.table.MappingTable} over the network. Safe
 * from any thread.
 *
 * <p>On an error that another endpoint may not give, a request goes to the next one; its timeout bounds all tries
 * together. A delete, an update of metadata, a grant or a change of a bucket that may have been executed is not
 * repeated: the second could undo what another client did after the first.
 */
public final class MetadataClient {
    private final Failover service;
    private final UploadClient uploads;
    private final VersionClient versions;
    private final BucketClient buckets;
    private final LastView lastView = new LastView();
    private final ShownKeys keys;

    /** For processes of the cluster and operators, which need not prove that a write is theirs. */
    public MetadataClient(RpcClient network, List<Endpoint> endpoints) {
        this(network, endpoints, null);
    }

    /** @param keys of the writes that this client commits; null for none */
    public MetadataClient(RpcClient network, List<Endpoint> endpoints, @Nullable WriteKeys keys) {
        this.keys = new ShownKeys(keys);
        this.service = new Failover(network, endpoints);
        this.uploads = new UploadClient(service);
        this.versions = new VersionClient(service);
        this.buckets = new BucketClient(service);
    }

    /**
     * The cluster of the first view becomes this client's: services of another are no longer called. While servers and
     * schemes stay the same, successive views share their list of servers, and only the first brings it.
     */
    public CompletableFuture<ClusterView> clusterView(Duration timeout) {
        LastView.Question question = lastView.ask();
        return Answers.map(call(MessageType.CLUSTER_VIEW, question.request(), timeout), answer -> {
            ClusterView view = question.view(answer.header(ClusterViewResponse.class));
            service.stayIn(view.cluster());
            return view;
        });
    }

    public CompletableFuture<Lookup> lookup(ObjectId id, Duration timeout) {
        return Answers.map(
                call(
                        MessageType.LOOKUP,
                        LookupRequest.newBuilder().setId(Wire.pack(id)).build(),
                        timeout),
                answer -> MappingWire.unpack(answer.header(LookupResponse.class)));
    }

    /** Idempotent by write id. */
    public CompletableFuture<CommitResult> commit(Commit commit, Duration timeout) {
        return Answers.map(
                call(MessageType.COMMIT, MappingWire.pack(commit, keys.of(commit.writeId())), timeout),
                answer -> MappingWire.unpack(answer.header(CommitResponse.class)));
    }

    public CompletableFuture<DeleteResult> delete(ObjectId id, Condition condition, Duration timeout) {
        DeleteObjectRequest header = DeleteObjectRequest.newBuilder()
                .setId(Wire.pack(id))
                .setCondition(ConditionWire.pack(condition))
                .build();
        return Answers.map(
                once(MessageType.DELETE_OBJECT, header, timeout),
                answer -> MappingWire.unpack(answer.header(DeleteObjectResponse.class)));
    }

    public CompletableFuture<UpdateResult> updateMetadata(MetadataUpdate update, Duration timeout) {
        return Answers.map(
                once(MessageType.UPDATE_METADATA, MappingWire.pack(update), timeout),
                answer -> MappingWire.unpack(answer.header(UpdateMetadataResponse.class)));
    }

    /** Deletes the chunks of an upload that has not become an object; false if there was none. */
    public CompletableFuture<Boolean> discard(ChunkUpload.Key upload, Duration timeout) {
        return Answers.map(
                call(MessageType.DISCARD_CHUNKS, MappingWire.pack(upload), timeout),
                answer -> answer.header(DiscardChunksResponse.class).getFound());
    }

    public CompletableFuture<ObjectPage> list(ListQuery query, Duration timeout) {
        return Answers.map(
                call(MessageType.LIST_OBJECTS, ListingWire.pack(query), timeout),
                answer -> ListingWire.unpack(answer.header(ListObjectsResponse.class)));
    }

    /** The remaps of an object that are not compacted yet, oldest first. */
    public CompletableFuture<List<EpochLogEntry>> history(ObjectId id, Duration timeout) {
        return Answers.map(
                call(
                        MessageType.HISTORY,
                        HistoryRequest.newBuilder().setId(Wire.pack(id)).build(),
                        timeout),
                answer -> answer.header(HistoryResponse.class).getEntriesList().stream()
                        .map(ListingWire::unpack)
                        .toList());
    }

    /** Fails with {@code QUOTA_EXCEEDED} if an object of this size could not be committed now. */
    public CompletableFuture<Void> checkRoom(ObjectId id, long bytes, Duration timeout) {
        return Answers.done(call(MessageType.CHECK_ROOM, QuotaWire.room(id, bytes), timeout));
    }

    public CompletableFuture<Void> reportDamage(Damage damage, Duration timeout) {
        return Answers.done(call(MessageType.REPORT_DAMAGE, RepairWire.pack(damage), timeout));
    }

    /** Multipart uploads, and the lists of composed objects. */
    public UploadClient uploads() {
        return uploads;
    }

    /** Versions of objects, in buckets that keep them. */
    public VersionClient versions() {
        return versions;
    }

    /** Buckets, and who may do what with them. */
    public BucketClient buckets() {
        return buckets;
    }

    private CompletableFuture<Message> once(MessageType type, MessageLite header, Duration timeout) {
        return service.call(type, header, Failover.Repeat.HARMFUL, timeout);
    }

    private CompletableFuture<Message> call(MessageType type, MessageLite header, Duration timeout) {
        return service.call(type, header, Failover.Repeat.HARMLESS, timeout);
    }
}
