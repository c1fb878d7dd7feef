package io.chameleon.client;

import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
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
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A Chameleon object store. Each method waits for its answer and throws {@link io.chameleon.client.error.ChameleonException};
 * {@link #async()} has the same methods without waiting. An interrupt cancels the operation. Safe from any thread: one client
 * serves a whole application.
 *
 * <p>Memory per operation: a write holds at most two segments of 8 MiB with their parity (40 MiB under EC while a segment is being
 * coded), a read at most three with their shards (48 MiB under EC), whatever the size of the object.
 */
public final class ChameleonClient implements AutoCloseable {
    private final AsyncChameleonClient async;
    /** The same store; its answers are given where they arrive, since nothing runs there but the waking of who waits. */
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

    /** All bytes of an object of less than 2 GiB. */
    public byte[] get(String bucket, String key) {
        return Waiting.on(waitedFor.get(bucket, key));
    }

    public byte[] get(String bucket, String key, ReadMode mode) {
        return Waiting.on(waitedFor.get(bucket, key, mode));
    }

    /** Bytes [offset, offset + length), fewer if the object ends before. An offset beyond the end is an invalid request. */
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

    /** Deletes an object; false if there was none. */
    public boolean delete(String bucket, String key) {
        return Waiting.on(waitedFor.delete(bucket, key));
    }

    /** Deletes an object if it still has this entity tag. */
    public boolean deleteIfMatch(String bucket, String key, String entityTag) {
        return Waiting.on(waitedFor.deleteIfMatch(bucket, key, entityTag));
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
        return () -> new Pages(bucket, options);
    }

    /** All objects of a bucket whose keys start with {@code prefix}, fetched page by page as the stream is consumed. */
    public Stream<ObjectInfo> listAll(String bucket, String prefix) {
        return StreamSupport.stream(
                        listPages(bucket, ListOptions.prefix(prefix)).spliterator(), false)
                .flatMap(page -> page.objects().stream());
    }

    /** See {@link AsyncChameleonClient#copy}. */
    public PutResult copy(String fromBucket, String fromKey, String toBucket, String toKey, PutOptions options) {
        return Waiting.on(waitedFor.copy(fromBucket, fromKey, toBucket, toKey, options));
    }

    /** Sets what new objects of a bucket start with; EC unless set. */
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        Waiting.on(waitedFor.setBucketPolicy(bucket, policy));
    }

    /** Gives a user access to a bucket, in place of what it had; whoever asks must own the bucket. */
    public void grant(String bucket, String user, Access access) {
        Waiting.on(waitedFor.grant(bucket, user, access));
    }

    /** Takes away what access a user has to a bucket; whoever asks must own the bucket. */
    public void revoke(String bucket, String user) {
        Waiting.on(waitedFor.revoke(bucket, user));
    }

    /** Who may do what with a bucket, in the order of names; whoever asks must own the bucket. */
    public List<Grant> grants(String bucket) {
        return Waiting.on(waitedFor.grants(bucket));
    }

    /** What this client's user may do, in the order of buckets. */
    public List<Grant> ownGrants() {
        return Waiting.on(waitedFor.ownGrants());
    }

    /** The changes of an object's redundancy that are not compacted yet, oldest first. */
    public List<EpochLogEntry> history(String bucket, String key) {
        return Waiting.on(waitedFor.history(bucket, key));
    }

    /** The servers and schemes, fresh from the metadata service. */
    public ClusterView clusterView() {
        return Waiting.on(waitedFor.clusterView());
    }

    /** The wear of every known server, in the order of the cluster view; those that do not answer with the reason. */
    public List<ServerWear> wear() {
        return Waiting.on(waitedFor.wear());
    }

    /** Cancels what is under way. */
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
