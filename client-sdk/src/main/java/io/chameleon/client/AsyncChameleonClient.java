package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.client.read.ByteRange;
import io.chameleon.client.read.ObjectReader;
import io.chameleon.client.read.ObjectReads;
import io.chameleon.client.write.ObjectWriter;
import io.chameleon.client.write.SegmentSource;
import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteId;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.Endpoint;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store, without waiting. Futures fail with {@link io.chameleon.client.error.ChameleonException} itself, or with
 * {@link java.io.UncheckedIOException} where the caller's own file or stream failed; cancelling one cancels its requests.
 * Continuations run on the client's executor. Safe from any thread.
 */
public final class AsyncChameleonClient implements AutoCloseable {
    private final ClientContext context;
    private final Operations operations;
    private final ReadMode readMode;
    private final int segmentBytes;
    private final Executor blocking;
    private final ObjectWriter writer;
    private final ObjectReads reads;

    AsyncChameleonClient(
            ClientContext context,
            Operations operations,
            ObjectWriter writer,
            ObjectReads reads,
            ReadMode readMode,
            int segmentBytes,
            Executor blocking) {
        this.context = context;
        this.operations = operations;
        this.readMode = readMode;
        this.segmentBytes = segmentBytes;
        this.blocking = blocking;
        this.writer = writer;
        this.reads = reads;
    }

    /** As {@link #put(String, String, ObjectSource, PutOptions)}; the array must not change until the write is complete. */
    public CompletableFuture<PutResult> put(String bucket, String key, byte[] bytes, PutOptions options) {
        return put(bucket, key, ObjectSource.of(bytes), options);
    }

    /**
     * Writes an object, or a new version of it; complete when it is durable and committed. The last write wins unless the options
     * set a condition.
     *
     * <p>Memory: at most two segments and their parity, whatever the size.
     */
    public CompletableFuture<PutResult> put(String bucket, String key, ObjectSource source, PutOptions options) {
        return operations.run(
                scope -> write(ObjectId.ofUser(bucket, key), source.open(segmentBytes, blocking), options, scope));
    }

    private CompletableFuture<PutResult> write(ObjectId id, SegmentSource source, PutOptions options, Scope scope) {
        return writer.write(id, source, options, scope).thenApply(written -> {
            Commit commit = written.commit();
            ObjectMapping row = written.result().current();
            RedundancyState state = row != null
                    ? row.state()
                    : RedundancyState.stable(commit.used().policy());
            return new PutResult(
                    id, commit.writeId().toString(), commit.content().size(), state, written.degraded(), commit.used());
        });
    }

    /** All bytes of an object of less than 2 GiB. */
    public CompletableFuture<byte[]> get(String bucket, String key) {
        return get(bucket, key, readMode);
    }

    public CompletableFuture<byte[]> get(String bucket, String key, ReadMode mode) {
        return operations.run(scope -> reads.bytes(ObjectId.ofUser(bucket, key), ByteRange.ALL, mode, scope));
    }

    /** Bytes [offset, offset + length), fewer if the object ends before. An offset beyond the end is an invalid request. */
    public CompletableFuture<byte[]> getRange(String bucket, String key, long offset, long length) {
        return operations.run(
                scope -> reads.bytes(ObjectId.ofUser(bucket, key), new ByteRange(offset, length), readMode, scope));
    }

    /** The object as a stream, which the caller closes. */
    public CompletableFuture<ObjectStream> open(String bucket, String key) {
        return open(bucket, key, 0, Long.MAX_VALUE);
    }

    /** Bytes [offset, offset + length) as a stream. */
    public CompletableFuture<ObjectStream> open(String bucket, String key, long offset, long length) {
        return operations.open(
                scope -> reads.open(ObjectId.ofUser(bucket, key), new ByteRange(offset, length), readMode, scope)
                        .thenApply(ObjectStream::new));
    }

    /** Writes the object's bytes to a stream, which stays open. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, OutputStream target) {
        return getTo(bucket, key, object -> Downloads.toStream(object, target));
    }

    /** Writes the object's bytes to a channel, which stays open. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, WritableByteChannel target) {
        return getTo(bucket, key, object -> Downloads.toChannel(object, target));
    }

    /** Writes the object to a file, which appears, or is replaced, only once all bytes are there and checked. */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, Path target) {
        return getTo(bucket, key, object -> Downloads.toFile(object, target));
    }

    /**
     * As {@link #getTo(String, String, Path)}, reading several parts of the object at the same time. An object that is overwritten on
     * the way is an {@link io.chameleon.client.error.ObjectChangedException}.
     *
     * <p>Memory: three segments with their shards for each part.
     *
     * @param parallel parts at a time, 1 to 64
     */
    public CompletableFuture<ObjectInfo> getTo(String bucket, String key, Path target, int parallel) {
        ParallelDownload.requireParallel(parallel);
        return operations.run(scope -> row(ObjectId.ofUser(bucket, key), scope)
                .thenComposeAsync(
                        row -> Downloads.toFile(target, part -> parts(row, ByteRange.ALL, part, parallel, scope)),
                        blocking));
    }

    /**
     * Writes bytes [offset, offset + length) of an object to a file, from its position 0, reading several parts at the same time. The
     * caller closes the file, and throws it away if this fails.
     *
     * @param parallel parts at a time, 1 to 64
     */
    public CompletableFuture<ObjectInfo> getRangeTo(
            String bucket, String key, long offset, long length, FileChannel target, int parallel) {
        ParallelDownload.requireParallel(parallel);
        return operations.run(scope -> row(ObjectId.ofUser(bucket, key), scope)
                .thenCompose(row -> parts(row, new ByteRange(offset, length), target, parallel, scope)));
    }

    private CompletableFuture<ObjectInfo> parts(
            ObjectMapping row, ByteRange range, FileChannel target, int parallel, Scope scope) {
        return new ParallelDownload(reads, row, range, target, scope).run(parallel, blocking);
    }

    private CompletableFuture<ObjectInfo> getTo(String bucket, String key, Function<ObjectStream, ObjectInfo> sink) {
        return operations.run(scope -> reads.open(ObjectId.ofUser(bucket, key), ByteRange.ALL, readMode, scope)
                .thenApplyAsync(reader -> sink.apply(new ObjectStream(reader)), blocking));
    }

    /** What the store knows of an object, without its bytes. */
    public CompletableFuture<ObjectInfo> head(String bucket, String key) {
        return operations.run(scope -> row(ObjectId.ofUser(bucket, key), scope).thenApply(ObjectInfo::of));
    }

    private CompletableFuture<ObjectMapping> row(ObjectId id, Scope scope) {
        return context.lookup(id, scope, context.deadline()).thenApply(found -> {
            ObjectMapping row = found.mapping();
            if (row == null) {
                throw new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "no object " + id, null);
            }
            return row;
        });
    }

    /** Deletes an object; false if there was none. */
    public CompletableFuture<Boolean> delete(String bucket, String key) {
        return operations.run(scope -> delete(ObjectId.ofUser(bucket, key), Condition.NONE, scope));
    }

    /** Deletes an object if it still has this entity tag. */
    public CompletableFuture<Boolean> deleteIfMatch(String bucket, String key, String entityTag) {
        return operations.run(
                scope -> delete(ObjectId.ofUser(bucket, key), new Condition.IfMatch(WriteId.parse(entityTag)), scope));
    }

    /** Repeated only if certainly not carried out: a second delete could take away what somebody wrote after the first. */
    private CompletableFuture<Boolean> delete(ObjectId id, Condition condition, Scope scope) {
        return Change.once(context, "object " + id + ": the delete")
                .send(
                        scope,
                        context.timeouts().operation(),
                        timeout -> context.metadata().delete(id, condition, timeout))
                .thenApply(result -> {
                    context.mappings().forget(id);
                    if (result == DeleteResult.PRECONDITION_FAILED) {
                        throw new PreconditionFailedException(
                                ErrorCode.PRECONDITION_FAILED, "object " + id + ": the condition does not hold", null);
                    }
                    return result == DeleteResult.DELETED;
                });
    }

    /**
     * Reads every fragment of an object from its server and checks it, in memory for one segment. Faults are reported for repair.
     * Bytes are not compared with the whole object's checksum: that is what a get does.
     */
    public CompletableFuture<Verification> verify(String bucket, String key) {
        return operations.run(scope -> row(ObjectId.ofUser(bucket, key), scope)
                .thenCompose(row -> reads.verify(row, scope))
                .thenApply(found -> new Verification(ObjectInfo.of(found.row()), found.faults(), found.unreadable())));
    }

    /** One page of a bucket, in the order of the keys' UTF-8 bytes. */
    public CompletableFuture<ListPage> list(String bucket, ListOptions options) {
        return operations.run(scope -> {
            ObjectId.requireBucket(bucket);
            return list(options.query(bucket), scope).thenApply(AsyncChameleonClient::page);
        });
    }

    private CompletableFuture<ObjectPage> list(ListQuery query, Scope scope) {
        return repeated(scope, timeout -> context.metadata().list(query, timeout));
    }

    /**
     * The chunks of a large object, in its order; none of one that is not chunked. Each is an object to the store, with servers, state
     * and heat of its own. At about 1 KiB each, 16 MiB for an object of 1 TiB.
     */
    public CompletableFuture<List<ObjectInfo>> chunks(String bucket, String key) {
        return operations.run(scope -> row(ObjectId.ofUser(bucket, key), scope)
                .thenCompose(row -> row.content().isChunked()
                        ? chunks(row, "", new ArrayList<>(), scope)
                        : CompletableFuture.completedFuture(List.of())));
    }

    private CompletableFuture<List<ObjectInfo>> chunks(
            ObjectMapping row, String after, List<ObjectInfo> found, Scope scope) {
        String chunks = Chunks.prefix(row.content().contentId());
        ListQuery query = new ListQuery(Chunks.bucket(row.id().bucket()), chunks, "", after, ListQuery.MAX_LIMIT);
        return list(query, scope).thenCompose(page -> {
            page.objects().forEach(chunk -> found.add(ObjectInfo.of(chunk)));
            return page.continuation().isEmpty()
                    ? CompletableFuture.completedFuture(found)
                    : chunks(row, page.continuation(), found, scope);
        });
    }

    private static ListPage page(ObjectPage page) {
        return new ListPage(
                page.objects().stream().map(ObjectInfo::of).toList(), page.commonPrefixes(), page.continuation());
    }

    /**
     * Copies an object with its content type and user metadata, segment by segment through this client, in constant memory. The
     * options' policy and condition hold for the copy.
     */
    public CompletableFuture<PutResult> copy(
            String fromBucket, String fromKey, String toBucket, String toKey, PutOptions options) {
        ObjectId to = ObjectId.ofUser(toBucket, toKey);
        return operations.run(
                scope -> reads.open(ObjectId.ofUser(fromBucket, fromKey), ByteRange.ALL, ReadMode.LINEARIZABLE, scope)
                        .thenCompose(reader -> copy(reader, to, options, scope)));
    }

    private CompletableFuture<PutResult> copy(ObjectReader reader, ObjectId to, PutOptions options, Scope scope) {
        return CopySource.start(reader).thenCompose(source -> write(to, source, source.described(options), scope));
    }

    /** Sets what new objects of a bucket start with; EC unless set. */
    public CompletableFuture<Void> setBucketPolicy(String bucket, RedundancyPolicy policy) {
        return operations.run(scope -> once(
                "bucket " + bucket + ": the policy",
                scope,
                timeout -> context.metadata().setBucketPolicy(bucket, policy, timeout)));
    }

    /** Gives a user access to a bucket, in place of what it had; whoever asks must own the bucket. */
    public CompletableFuture<Void> grant(String bucket, String user, Access access) {
        return operations.run(scope -> once(
                "bucket " + bucket + ": the grant",
                scope,
                timeout -> context.metadata().setGrant(bucket, user, access, timeout)));
    }

    /** Takes away what access a user has to a bucket; whoever asks must own the bucket. */
    public CompletableFuture<Void> revoke(String bucket, String user) {
        return operations.run(scope -> once(
                "bucket " + bucket + ": the revocation",
                scope,
                timeout -> context.metadata().setGrant(bucket, user, null, timeout)));
    }

    /** Who may do what with a bucket, in the order of names; whoever asks must own the bucket. */
    public CompletableFuture<List<Grant>> grants(String bucket) {
        return operations.run(
                scope -> repeated(scope, timeout -> context.metadata().grants(bucket, timeout)));
    }

    /** What this client's user may do, in the order of buckets. */
    public CompletableFuture<List<Grant>> ownGrants() {
        return operations.run(
                scope -> repeated(scope, timeout -> context.metadata().grants(null, timeout)));
    }

    /** The changes of an object's redundancy that are not compacted yet, oldest first. */
    public CompletableFuture<List<EpochLogEntry>> history(String bucket, String key) {
        return operations.run(scope -> {
            ObjectId id = ObjectId.ofUser(bucket, key);
            return repeated(scope, timeout -> context.metadata().history(id, timeout));
        });
    }

    /** The servers and schemes, fresh from the metadata service. */
    public CompletableFuture<ClusterView> clusterView() {
        return operations.run(scope -> context.clusters().refresh(scope).thenApply(cluster -> cluster.view()));
    }

    /** The wear of every known server, in the order of the cluster view; those that do not answer with the reason. */
    public CompletableFuture<List<ServerWear>> wear() {
        return operations.run(scope -> context.clusters().refresh(scope).thenCompose(cluster -> {
            List<CompletableFuture<ServerWear>> asked = cluster.view().servers().stream()
                    .map(server -> wear(server, scope))
                    .toList();
            return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                    .thenApply(v -> asked.stream().map(CompletableFuture::join).toList());
        }));
    }

    private CompletableFuture<ServerWear> wear(ServerInfo server, Scope scope) {
        Duration timeout = context.timeouts().request();
        return scope.call(() -> context.flash().wear(Endpoint.of(server), timeout))
                .thenApply(report -> new ServerWear(server, Optional.of(report), ""))
                .exceptionally(failure -> new ServerWear(
                        server,
                        Optional.empty(),
                        Errors.code(failure) + ": " + Errors.unwrap(failure).getMessage()));
    }

    /** What could undo somebody else's change if it came twice. */
    private <T> CompletableFuture<T> once(String what, Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return Change.once(context, what).send(scope, context.timeouts().operation(), request);
    }

    private <T extends @Nullable Object> CompletableFuture<T> repeated(
            Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return context.retry()
                .untilDeadline(scope, context.deadline(), context.timeouts().request(), request);
    }

    /** Cancels what is under way. */
    @Override
    public void close() {
        operations.close();
    }
}
