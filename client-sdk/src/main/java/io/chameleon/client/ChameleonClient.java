package io.chameleon.client;

import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.options.CallOptions;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A Chameleon object store. Each method waits for its answer and throws
 * {@link io.chameleon.client.error.ChameleonException}; {@link #async()} has the same methods without waiting. An
 * interrupt cancels the operation. Safe from any thread: one client serves a whole application.
 *
 * <p>Memory per operation, whatever the size of the object. A write holds at most two segments of 8 MiB with their
 * parity: 40 MiB under EC while a segment is being coded. A read holds at most three with their shards: 48 MiB under
 * EC.
 */
public final class ChameleonClient implements AutoCloseable {
    private final AsyncChameleonClient async;
    /**
     * The same store. Its answers complete on the thread where they arrive: all that runs there is waking the waiting
     * caller.
     */
    private final AsyncChameleonClient waitedFor;

    ChameleonClient(AsyncChameleonClient async, AsyncChameleonClient waitedFor) {
        this.async = async;
        this.waitedFor = waitedFor;
    }

    public static ClientBuilder builder() {
        return new ClientBuilder();
    }

    /** The same store, without waiting. */
    public AsyncChameleonClient async() {
        return async;
    }

    /**
     * The same store, whose operations go by these options: {@code store.with(options).get("photos", "cat.jpg")}. It
     * shares all else with this one and costs next to nothing; closing it closes nothing.
     */
    public ChameleonClient with(CallOptions options) {
        return new ChameleonClient(async.with(options), waitedFor.with(options));
    }

    /** Writes an object under its own or its bucket's policy. */
    public PutResult put(String bucket, String key, byte[] bytes) {
        return put(bucket, key, bytes, PutOptions.DEFAULT);
    }

    public PutResult put(String bucket, String key, byte[] bytes, PutOptions options) {
        return put(bucket, key, ObjectSource.of(bytes), options);
    }

    /** Writes a file. */
    public PutResult put(String bucket, String key, Path file, PutOptions options) {
        return put(bucket, key, ObjectSource.of(file), options);
    }

    /** Writes a stream up to its end; it stays open. */
    public PutResult put(String bucket, String key, InputStream stream, PutOptions options) {
        return put(bucket, key, ObjectSource.of(stream), options);
    }

    /** See {@link AsyncChameleonClient#put(String, String, ObjectSource, PutOptions)}. */
    public PutResult put(String bucket, String key, ObjectSource source, PutOptions options) {
        return Waiting.on(waitedFor.put(bucket, key, source, options));
    }

    /** Multipart uploads. */
    public Uploads uploads() {
        return new Uploads(waitedFor.uploads());
    }

    /** Versions of objects, in buckets that keep them. */
    public Versions versions() {
        return new Versions(waitedFor.versions());
    }

    /** All bytes of an object of less than 2 GiB. */
    public byte[] get(String bucket, String key) {
        return Waiting.on(waitedFor.get(bucket, key));
    }

    public byte[] get(String bucket, String key, ReadMode mode) {
        return Waiting.on(waitedFor.get(bucket, key, mode));
    }

    /** See {@link AsyncChameleonClient#get(String, String, GetOptions)}. */
    public byte[] get(String bucket, String key, GetOptions options) {
        return Waiting.on(waitedFor.get(bucket, key, options));
    }

    /**
     * Bytes [offset, offset + length), fewer if the object ends before. An offset beyond the end is an invalid request.
     */
    public byte[] getRange(String bucket, String key, long offset, long length) {
        return Waiting.on(waitedFor.getRange(bucket, key, offset, length));
    }

    /** The object as a stream, which the caller closes. */
    public ObjectStream open(String bucket, String key) {
        return Waiting.on(waitedFor.open(bucket, key));
    }

    /** Bytes [offset, offset + length) as a stream. */
    public ObjectStream open(String bucket, String key, long offset, long length) {
        return Waiting.on(waitedFor.open(bucket, key, offset, length));
    }

    /** As {@link #get(String, String, GetOptions)}, as a stream, which the caller closes. */
    public ObjectStream open(String bucket, String key, GetOptions options) {
        return Waiting.on(waitedFor.open(bucket, key, options));
    }

    /**
     * Bytes [offset, offset + length) of this version and no other, as a stream; see
     * {@link AsyncChameleonClient#readVersion}.
     */
    public ObjectStream openVersion(ObjectInfo version, long offset, long length) {
        return Waiting.on(waitedFor.openVersion(version, offset, length));
    }

    /** Writes the object's bytes to a stream, which stays open. */
    public ObjectInfo getTo(String bucket, String key, OutputStream target) {
        return Waiting.on(waitedFor.getTo(bucket, key, target));
    }

    /** Writes the object's bytes to a channel, which stays open. */
    public ObjectInfo getTo(String bucket, String key, WritableByteChannel target) {
        return Waiting.on(waitedFor.getTo(bucket, key, target));
    }

    /** Writes the object to a file, which appears, or is replaced, only once all bytes are there and checked. */
    public ObjectInfo getTo(String bucket, String key, Path target) {
        return Waiting.on(waitedFor.getTo(bucket, key, target));
    }

    /** See {@link AsyncChameleonClient#getTo(String, String, Path, int)}. */
    public ObjectInfo getTo(String bucket, String key, Path target, int parallel) {
        return Waiting.on(waitedFor.getTo(bucket, key, target, parallel));
    }

    /** See {@link AsyncChameleonClient#getTo(String, String, Path, int, GetOptions)}. */
    public ObjectInfo getTo(String bucket, String key, Path target, int parallel, GetOptions options) {
        return Waiting.on(waitedFor.getTo(bucket, key, target, parallel, options));
    }

    /** See {@link AsyncChameleonClient#getRangeTo}. */
    public ObjectInfo getRangeTo(
            String bucket, String key, long offset, long length, FileChannel target, int parallel) {
        return Waiting.on(waitedFor.getRangeTo(bucket, key, offset, length, target, parallel));
    }

    /** See {@link AsyncChameleonClient#chunks}. */
    public List<ObjectInfo> chunks(String bucket, String key) {
        return Waiting.on(waitedFor.chunks(bucket, key));
    }

    /** What the store knows of an object, without its bytes. */
    public ObjectInfo head(String bucket, String key) {
        return Waiting.on(waitedFor.head(bucket, key));
    }

    /** As {@link #get(String, String, GetOptions)}, without its bytes; the range is not looked at. */
    public ObjectInfo head(String bucket, String key, GetOptions options) {
        return Waiting.on(waitedFor.head(bucket, key, options));
    }

    /** Whether there is such an object now. */
    public boolean exists(String bucket, String key) {
        return Waiting.on(waitedFor.exists(bucket, key));
    }

    /** Deletes an object; false if there was none. */
    public boolean delete(String bucket, String key) {
        return Waiting.on(waitedFor.delete(bucket, key));
    }

    /** Deletes an object if it still has this entity tag. */
    public boolean deleteIfMatch(String bucket, String key, String entityTag) {
        return Waiting.on(waitedFor.deleteIfMatch(bucket, key, entityTag));
    }

    /** See {@link AsyncChameleonClient#deleteAll}. */
    public List<DeleteOutcome> deleteAll(String bucket, List<String> keys) {
        return Waiting.on(waitedFor.deleteAll(bucket, keys));
    }

    /** See {@link AsyncChameleonClient#updateMetadata}. */
    public ObjectInfo updateMetadata(String bucket, String key, PutOptions options) {
        return Waiting.on(waitedFor.updateMetadata(bucket, key, options));
    }

    /** Reads every fragment of an object from its server and checks it; faults are reported for repair. */
    public Verification verify(String bucket, String key) {
        return Waiting.on(waitedFor.verify(bucket, key));
    }

    /** One page of a bucket, in the order of the keys' UTF-8 bytes. */
    public ListPage list(String bucket, ListOptions options) {
        return Waiting.on(waitedFor.list(bucket, options));
    }

    /** All pages, each fetched when it is asked for. */
    public Iterable<ListPage> listPages(String bucket, ListOptions options) {
        Arguments.require("bucket", bucket, "options", options);
        return () -> new Pages(bucket, options);
    }

    /** All objects of a bucket whose keys start with {@code prefix}, fetched page by page as the stream is consumed. */
    public Stream<ObjectInfo> listAll(String bucket, String prefix) {
        Arguments.require("bucket", bucket, "prefix", prefix);
        return StreamSupport.stream(
                        listPages(bucket, ListOptions.prefix(prefix)).spliterator(), false)
                .flatMap(page -> page.objects().stream());
    }

    /** See {@link AsyncChameleonClient#copy}. */
    public PutResult copy(String fromBucket, String fromKey, String toBucket, String toKey, PutOptions options) {
        return Waiting.on(waitedFor.copy(fromBucket, fromKey, toBucket, toKey, options));
    }

    /** See {@link AsyncChameleonClient#copyVersion}. */
    public PutResult copyVersion(ObjectInfo version, String toBucket, String toKey, PutOptions options) {
        return Waiting.on(waitedFor.copyVersion(version, toBucket, toKey, options));
    }

    /** See {@link AsyncChameleonClient#createBucket(String)}. */
    public BucketInfo createBucket(String name) {
        return Waiting.on(waitedFor.createBucket(name));
    }

    /** Makes a bucket for a user; only an administrator or a gateway may name another. */
    public BucketInfo createBucket(String name, String owner) {
        return Waiting.on(waitedFor.createBucket(name, owner));
    }

    /** See {@link AsyncChameleonClient#createBucket(String, String, Map)}. */
    public BucketInfo createBucket(String name, String owner, Map<String, String> settings) {
        return Waiting.on(waitedFor.createBucket(name, owner, settings));
    }

    /** Deletes a bucket that holds nothing, with its policy, settings and grants; the caller must own it. */
    public void deleteBucket(String name) {
        Waiting.on(waitedFor.deleteBucket(name));
    }

    /** What the store knows of a bucket; a {@link io.chameleon.client.error.BucketNotFoundException} if nothing. */
    public BucketInfo bucket(String name) {
        return Waiting.on(waitedFor.bucket(name));
    }

    /** The caller's buckets, for an administrator or a gateway all, in the order of names. */
    public List<BucketInfo> buckets() {
        return Waiting.on(waitedFor.buckets());
    }

    /** See {@link AsyncChameleonClient#buckets(String, String, int)}. */
    public List<BucketInfo> buckets(String owner, String after, int limit) {
        return Waiting.on(waitedFor.buckets(owner, after, limit));
    }

    /** See {@link AsyncChameleonClient#configureBucket}. */
    public BucketInfo configureBucket(String name, Map<String, @Nullable String> changes) {
        return Waiting.on(waitedFor.configureBucket(name, changes));
    }

    /** Sets the policy of a bucket's new objects; EC unless set. */
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        Waiting.on(waitedFor.setBucketPolicy(bucket, policy));
    }

    /** Grants a user access to a bucket, replacing any earlier grant; the caller must own the bucket. */
    public void grant(String bucket, String user, Access access) {
        Waiting.on(waitedFor.grant(bucket, user, access));
    }

    /** Revokes a user's access to a bucket; the caller must own the bucket. */
    public void revoke(String bucket, String user) {
        Waiting.on(waitedFor.revoke(bucket, user));
    }

    /** The grants of a bucket, in the order of names; the caller must own the bucket. */
    public List<Grant> grants(String bucket) {
        return Waiting.on(waitedFor.grants(bucket));
    }

    /** The grants of this client's user, in the order of buckets. */
    public List<Grant> ownGrants() {
        return Waiting.on(waitedFor.ownGrants());
    }

    /** The changes of an object's redundancy that are not yet compacted, oldest first. */
    public List<EpochLogEntry> history(String bucket, String key) {
        return Waiting.on(waitedFor.history(bucket, key));
    }

    /** The servers and schemes, fresh from the metadata service. */
    public ClusterView clusterView() {
        return Waiting.on(waitedFor.clusterView());
    }

    /**
     * The wear of every known server, in the order of the cluster view; a server that does not answer has a reason
     * instead.
     */
    public List<ServerWear> wear() {
        return Waiting.on(waitedFor.wear());
    }

    /** Cancels what is under way; nothing if this is one of {@link #with}. */
    @Override
    public void close() {
        async.close();
    }

    private final class Pages implements Iterator<ListPage> {
        private final String bucket;
        private @Nullable ListOptions next;

        Pages(String bucket, ListOptions first) {
            this.bucket = bucket;
            next = first;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public ListPage next() {
            ListOptions asked = next;
            if (asked == null) {
                throw new NoSuchElementException();
            }
            ListPage page = list(bucket, asked);
            next = page.isLast() ? null : asked.withAfter(page.continuation());
            return page;
        }
    }
}
