package io.chameleon.client;

import io.chameleon.client.internal.BucketCalls;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.engine.Engine;
import io.chameleon.client.internal.transfer.Downloads;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous store client. A future fails with a {@link io.chameleon.client.error.ChameleonException}, not
 * wrapped, or with {@link java.io.UncheckedIOException} if the caller's own file or stream failed. Cancelling a future
 * cancels its requests. Continuations run on the client's executor. Safe from any thread.
 */
public final class AsyncChameleonClient implements AutoCloseable {
    private final Engine engine;
    private final Operations operations;
    private final Reads reads;
    private final BucketCalls buckets;
    private final Listings listings;
    private final Changes changes;
    private final Copies copies;
    private final ClusterCalls cluster;
    private final AsyncUploads uploads;
    private final AsyncVersions versions;

    AsyncChameleonClient(Engine engine, Operations operations) {
        this.engine = engine;
        ClientContext context = engine.context();
        this.operations = operations;
        this.reads = new Reads(context, operations, engine.objects(), engine.readMode(), engine.blocking());
        this.buckets = new BucketCalls(context, operations);
        this.listings = new Listings(context, operations, reads);
        this.changes = new Changes(context, operations);
        this.copies = new Copies(context, operations, engine.objects(), engine.writer());
        this.cluster = new ClusterCalls(context, operations);
        this.versions = new AsyncVersions(context, operations, changes, engine.objects());
        this.uploads = new AsyncUploads(engine, operations);
    }

    /** The same store, whose operations go by these options. It shares all else; closing it closes nothing. */
    public AsyncChameleonClient with(CallOptions options) {
        return new AsyncChameleonClient(engine, operations.with(options));
    }

    /** As {@link #put(String, String, ObjectSource, PutOptions)}; the array must not change before the end. */
    public CompletableFuture<PutResult> put(String bucket, String key, byte[] bytes, PutOptions options) {
        return put(bucket, key, ObjectSource.of(bytes), options);
    }

    /**
     * Writes an object, or a new version of it; completes when it is durable and committed. The last write wins unless
     * the options set a condition.
     *
     * <p>Memory: at most two segments and their parity, whatever the size.
     */
    public CompletableFuture<PutResult> put(String bucket, String key, ObjectSource source, PutOptions options) {
        Arguments.require("key", key, "source", source, "options", options);
        return operations.run(Operation.PUT, bucket, scope -> {
            ObjectId id = ObjectId.ofUser(bucket, key);
            SegmentSource segments = engine.segmentSizes().open(bytes -> source.open(bytes, engine.blocking()));
            return engine.writer().write(id, segments, options, scope).thenApply(written -> PutResult.of(id, written));
        });
    }

    /** Multipart uploads. */
    public AsyncUploads uploads() {
        return uploads;
    }

    /** Versions of objects, in buckets that keep them. */
    public AsyncVersions versions() {
        return versions;
    }

    /** All bytes of an object of less than 2 GiB. */
    public CompletableFuture<byte[]> get(String bucket, String key) {
        return get(bucket, key, GetOptions.DEFAULT);
    }

    public CompletableFuture<byte[]> get(String bucket, String key, ReadMode mode) {
        return get(bucket, key, GetOptions.DEFAULT.readMode(mode));
    }

    /**
     * The bytes that the options ask for, less than 2 GiB. If the caller has the version already, that is a
     * {@link io.chameleon.client.error.NotModifiedException}; if it is not the expected one, a
     * {@link io.chameleon.client.error.PreconditionFailedException}.
     */
    public CompletableFuture<byte[]> get(String bucket, String key, GetOptions options) {
        Arguments.require("options", options);
        return reads.bytes(bucket, key, () -> options);
    }

    /** Bytes [offset, offset + length), fewer if the object ends before. An offset beyond the end is invalid. */
    public CompletableFuture<byte[]> getRange(String bucket, String key, long offset, long length) {
        return reads.bytes(bucket, key, () -> GetOptions.DEFAULT.range(offset, length));
    }

    /** The object as a stream, which the caller closes. */
    public CompletableFuture<ObjectStream> open(String bucket, String key) {
        return open(bucket, key, GetOptions.DEFAULT);
    }

    /** Bytes [offset, offset + length) as a stream. */
    public CompletableFuture<ObjectStream> open(String bucket, String key, long offset, long length) {
        return reads.open(bucket, key, () -> GetOptions.DEFAULT.range(offset, length));
    }

    /** As {@link #get(String, String, GetOptions)}, as a stream. */
    public CompletableFuture<ObjectStream> open(String bucket, String key, GetOptions options) {
        Arguments.require("options", options);
        return reads.open(bucket, key, () -> options);
    }

    /**
     * Bytes [offset, offset + length) for a subscriber, without a thread that waits for them. Completes with the first
     * bytes, so what is wrong before them fails this future. Subscribe to the result or close it.
     */
    public CompletableFuture<ObjectPublisher> read(String bucket, String key, long offset, long length) {
        return reads.publish(bucket, key, () -> GetOptions.DEFAULT.range(offset, length));
    }

    /** As {@link #get(String, String, GetOptions)}, for a subscriber. */
    public CompletableFuture<ObjectPublisher> read(String bucket, String key, GetOptions options) {
        Arguments.require("options", options);
        return reads.publish(bucket, key, () -> options);
    }

    /**
     * As {@link #read}, but of this version and no other: one that is gone is an
     * {@link io.chameleon.client.error.ObjectChangedException}. Asks the metadata service only if the version was
     * moved, and nobody if the range has no bytes. What was overwritten may remain readable for a moment; in a bucket
     * that keeps versions, until that version is deleted.
     */
    public CompletableFuture<ObjectPublisher> readVersion(ObjectInfo version, long offset, long length) {
        return reads.publish(version, offset, length);
    }

    /** As {@link #readVersion}, as a stream. */
    public CompletableFuture<ObjectStream> openVersion(ObjectInfo version, long offset, long length) {
        return reads.open(version, offset, length);
    }

    /** Writes the object's bytes to a stream, which stays open. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, OutputStream target) {
        Arguments.require("key", key, "target", target);
        return reads.drain(bucket, key, object -> Downloads.toStream(object, target));
    }

    /** Writes the object's bytes to a channel, which stays open. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, WritableByteChannel target) {
        Arguments.require("key", key, "target", target);
        return reads.drain(bucket, key, object -> Downloads.toChannel(object::transferTo, target));
    }

    /** Writes the object to a file, which appears, or is replaced, only once all bytes are there and checked. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, Path target) {
        Arguments.require("key", key, "target", target);
        return reads.drain(bucket, key, object -> Downloads.toFile(object::transferTo, target));
    }

    /**
     * As {@link #getTo(String, String, Path)}, but reads several parts of the object in parallel. An object that is
     * overwritten meanwhile is an {@link io.chameleon.client.error.ObjectChangedException}. Memory: three segments with
     * their shards for each part.
     *
     * @param parallel parts at a time, 1 to 64
     */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, Path target, int parallel) {
        return getTo(bucket, key, target, parallel, GetOptions.DEFAULT);
    }

    /** As {@link #getTo(String, String, Path, int)}, of what {@link #get(String, String, GetOptions)} would give. */
    public CompletableFuture<ObjectInfo> getTo(
            String bucket, String key, Path target, int parallel, GetOptions options) {
        Arguments.require("key", key, "target", target, "options", options);
        return reads.toFile(bucket, key, target, parallel, () -> options);
    }

    /**
     * Writes bytes [offset, offset + length) of an object to a file, from position 0, reading several parts in
     * parallel. The caller closes the file, and discards it if this fails.
     *
     * @param parallel parts at a time, 1 to 64
     */
    public CompletableFuture<ObjectInfo> getRangeTo(
            String bucket, String key, long offset, long length, FileChannel target, int parallel) {
        return reads.toChannel(bucket, key, target, parallel, () -> GetOptions.DEFAULT.range(offset, length));
    }

    /** What the store knows of an object, without its bytes. */
    public CompletableFuture<ObjectInfo> head(String bucket, String key) {
        return head(bucket, key, GetOptions.DEFAULT);
    }

    /** As {@link #get(String, String, GetOptions)}, without its bytes; the range is not looked at. */
    public CompletableFuture<ObjectInfo> head(String bucket, String key, GetOptions options) {
        Arguments.require("options", options);
        return reads.head(bucket, key, () -> options);
    }

    /** Whether there is such an object now. */
    public CompletableFuture<Boolean> exists(String bucket, String key) {
        return reads.exists(bucket, key);
    }

    /**
     * Deletes an object; false if there was none. In a bucket that keeps versions, adds a delete marker and is true;
     * {@link AsyncVersions} tells which.
     */
    public CompletableFuture<Boolean> delete(String bucket, String key) {
        return changes.delete(bucket, key, () -> Condition.NONE);
    }

    /** Deletes an object if it still has this entity tag. */
    public CompletableFuture<Boolean> deleteIfMatch(String bucket, String key, String entityTag) {
        Arguments.require("key", key, "entityTag", entityTag);
        return changes.delete(bucket, key, () -> new Condition.IfMatch(WriteId.parse(entityTag)));
    }

    /** Deletes objects, some at a time; outcome {@code i} is that of key {@code i}. */
    public CompletableFuture<List<DeleteOutcome>> deleteAll(String bucket, List<String> keys) {
        return changes.deleteAll(bucket, keys);
    }

    /**
     * Replaces content type and user metadata of an object by those of the options, if their condition holds. No byte
     * is written: the entity tag stays, and the time of modification changes. The options must not name a policy.
     */
    public CompletableFuture<ObjectInfo> updateMetadata(String bucket, String key, PutOptions options) {
        return changes.updateMetadata(bucket, key, options);
    }

    /**
     * Reads every fragment of an object from its server and checks it, using memory for one segment. Faults are
     * reported for repair. The whole object's checksum is not verified: a get does that.
     */
    public CompletableFuture<Verification> verify(String bucket, String key) {
        return reads.verify(bucket, key);
    }

    /** One page of a bucket, in the order of the keys' UTF-8 bytes. */
    public CompletableFuture<ListPage> list(String bucket, ListOptions options) {
        return listings.page(bucket, options);
    }

    /**
     * All pages of a bucket. Each subscriber gets them from the first on; a page is fetched, by an operation of its
     * own, when it is asked for.
     */
    public Flow.Publisher<ListPage> listPages(String bucket, ListOptions options) {
        return listings.pages(bucket, options);
    }

    /** All objects of a bucket whose keys start with {@code prefix}; as {@link #listPages}, one page in memory. */
    public Flow.Publisher<ObjectInfo> listAll(String bucket, String prefix) {
        Arguments.require("bucket", bucket, "prefix", prefix);
        return listings.objects(bucket, ListOptions.prefix(prefix));
    }

    /**
     * The chunks of a large object, or the components of a composed one, in order; none of any other. Each is an object
     * to the store, with its own servers, state and heat. Takes about 1 KiB per chunk, 16 MiB for an object of 1 TiB.
     */
    public CompletableFuture<List<ObjectInfo>> chunks(String bucket, String key) {
        return listings.chunks(bucket, key);
    }

    /**
     * Copies an object with content type and user metadata. Within a bucket, or a slice of it, without policy and from
     * {@link ObjectInfo#LEAST_SHARED_BYTES} on no byte is written; else all go through this client, in constant memory.
     */
    public CompletableFuture<PutResult> copy(
            String fromBucket, String fromKey, String toBucket, String toKey, PutOptions options) {
        return copies.copy(fromBucket, fromKey, toBucket, toKey, options);
    }

    /** As {@link #copy}, of this version and no other, with content type and user metadata of the options. */
    public CompletableFuture<PutResult> copyVersion(
            ObjectInfo version, String toBucket, String toKey, PutOptions options) {
        return copies.copy(version, toBucket, toKey, options);
    }

    /** Makes a bucket, which is the caller's. A bucket that is written to without this is made by its first object. */
    public CompletableFuture<BucketInfo> createBucket(String name) {
        return buckets.create(name, "", Map.of());
    }

    /** Makes a bucket for a user; only an administrator or a gateway may name another. */
    public CompletableFuture<BucketInfo> createBucket(String name, String owner) {
        return buckets.create(name, owner, Map.of());
    }

    /** With settings, as {@link BucketSchemes#settings} or {@link BucketInfo#SLICED}; an owner of "" is the caller. */
    public CompletableFuture<BucketInfo> createBucket(String name, String owner, Map<String, String> settings) {
        return buckets.create(name, owner, settings);
    }

    /** Deletes a bucket that holds nothing, with its policy, settings and grants; the caller must own it. */
    public CompletableFuture<Void> deleteBucket(String name) {
        return buckets.delete(name);
    }

    /** What the store knows of a bucket; a {@link io.chameleon.client.error.BucketNotFoundException} if nothing. */
    public CompletableFuture<BucketInfo> bucket(String name) {
        return buckets.find(name);
    }

    /** The caller's buckets, for an administrator or a gateway all, in the order of names. */
    public CompletableFuture<List<BucketInfo>> buckets() {
        return buckets.all();
    }

    /** Up to 1000 buckets whose names follow {@code after}, in their order; of a user, or with "" all one may list. */
    public CompletableFuture<List<BucketInfo>> buckets(String owner, String after, int limit) {
        return buckets.page(owner, after, limit);
    }

    /**
     * Changes settings of a bucket: opaque texts, 64 KiB in all. Those not named stay; the caller must own the bucket.
     *
     * @param changes null removes a key
     */
    public CompletableFuture<BucketInfo> configureBucket(String name, Map<String, @Nullable String> changes) {
        return buckets.configure(name, changes);
    }

    /** Sets the policy of a bucket's new objects; EC unless set. */
    public CompletableFuture<Void> setBucketPolicy(String bucket, RedundancyPolicy policy) {
        return buckets.setPolicy(bucket, policy);
    }

    /** Grants a user access to a bucket, replacing any earlier grant; the caller must own the bucket. */
    public CompletableFuture<Void> grant(String bucket, String user, Access access) {
        return buckets.grant(bucket, user, access);
    }

    /** Revokes a user's access to a bucket; the caller must own the bucket. */
    public CompletableFuture<Void> revoke(String bucket, String user) {
        return buckets.revoke(bucket, user);
    }

    /** The grants of a bucket, in the order of names; the caller must own the bucket. */
    public CompletableFuture<List<Grant>> grants(String bucket) {
        return buckets.grants(bucket);
    }

    /** The grants of this client's user, in the order of buckets. */
    public CompletableFuture<List<Grant>> ownGrants() {
        return buckets.ownGrants();
    }

    /** The changes of an object's redundancy that are not yet compacted, oldest first. */
    public CompletableFuture<List<EpochLogEntry>> history(String bucket, String key) {
        return listings.history(bucket, key);
    }

    /** The servers and schemes, fresh from the metadata service. */
    public CompletableFuture<ClusterView> clusterView() {
        return cluster.view();
    }

    /** The wear of each known server, in the order of the cluster view; one that does not answer has a reason. */
    public CompletableFuture<List<ServerWear>> wear() {
        return cluster.wear();
    }

    /** Cancels what is under way; nothing if this is one of {@link #with}. */
    @Override
    public void close() {
        operations.close();
    }
}
