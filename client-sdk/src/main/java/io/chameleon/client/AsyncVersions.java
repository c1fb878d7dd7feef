package io.chameleon.client;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.read.ByteRange;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.read.ReadRequest;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.ListOptions;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionQuery;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Versions of objects, in buckets that keep them: those whose setting {@code versioning} is {@code Enabled} or
 * {@code Suspended} ({@link AsyncChameleonClient#configureBucket}). There each write leaves the version before it, and
 * a delete adds a delete marker. Kept versions count against quotas until they are deleted. Futures behave as those of
 * {@link AsyncChameleonClient}. Safe from any thread.
 */
public final class AsyncVersions {
    private final ClientContext context;
    private final Operations operations;
    private final Changes changes;
    private final ObjectReads reads;

    AsyncVersions(ClientContext context, Operations operations, Changes changes, ObjectReads reads) {
        this.context = context;
        this.operations = operations;
        this.changes = changes;
        this.reads = reads;
    }

    /** The latest version, perhaps a delete marker; {@link ObjectNotFoundException} if there is none. */
    public CompletableFuture<VersionInfo> find(String bucket, String key) {
        Arguments.require("key", key);
        return operations.run(
                Operation.FIND_VERSION,
                bucket,
                scope -> version(ObjectId.ofUser(bucket, key), null, scope).thenApply(VersionInfo::of));
    }

    /** One version, perhaps a delete marker; {@link ObjectNotFoundException} if there is none. */
    public CompletableFuture<VersionInfo> find(String bucket, String key, VersionId version) {
        Arguments.require("key", key, "version", version);
        return operations.run(
                Operation.FIND_VERSION,
                bucket,
                scope -> version(ObjectId.ofUser(bucket, key), version, scope).thenApply(VersionInfo::of));
    }

    private CompletableFuture<ObjectVersion> version(ObjectId id, @Nullable VersionId version, Scope scope) {
        return repeated(scope, timeout -> context.metadata().versions().find(id, version, timeout))
                .thenApply(found -> found.orElseThrow(() -> notFound(id, version)));
    }

    private static ObjectNotFoundException notFound(ObjectId id, @Nullable VersionId version) {
        String what = version == null ? "no object " + id : "object " + id + ": no version " + version;
        return new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, what, null);
    }

    /** The first page of a bucket's versions. */
    public CompletableFuture<VersionListing> list(String bucket, ListOptions options) {
        return list(bucket, options, Optional.empty());
    }

    /**
     * One page of a bucket's versions and delete markers: by key, and those of each key from the newest on.
     *
     * @param afterVersion if not empty, the page begins after this version of the key {@code options.after()}; else
     *     after all versions of that key
     */
    public CompletableFuture<VersionListing> list(
            String bucket, ListOptions options, Optional<VersionId> afterVersion) {
        Arguments.require("options", options, "afterVersion", afterVersion);
        return operations.run(Operation.LIST_VERSIONS, bucket, scope -> {
            ObjectId.requireBucket(bucket);
            VersionQuery query = new VersionQuery(options.query(bucket), afterVersion.orElse(null));
            return repeated(scope, timeout -> context.metadata().versions().list(query, timeout))
                    .thenApply(page -> new VersionListing(
                            page.versions().stream().map(VersionInfo::of).toList(),
                            page.commonPrefixes(),
                            page.nextKey(),
                            Optional.ofNullable(page.nextVersion())));
        });
    }

    /** Deletes an object as {@link AsyncChameleonClient#delete} does, and tells the delete marker. */
    public CompletableFuture<Deletion> delete(String bucket, String key) {
        return delete(bucket, key, Optional.empty(), Condition.NONE);
    }

    /** Deletes one version for good. If it was the latest, the one before it becomes so. */
    public CompletableFuture<Deletion> delete(String bucket, String key, VersionId version) {
        Arguments.require("version", version);
        return delete(bucket, key, Optional.of(version), Condition.NONE);
    }

    /**
     * Deletes an object, or one version of it, if the condition holds of that version. The answer is never that the
     * condition failed: that is a {@link io.chameleon.client.error.PreconditionFailedException}.
     *
     * @param version empty for the object as a whole
     */
    public CompletableFuture<Deletion> delete(
            String bucket, String key, Optional<VersionId> version, Condition condition) {
        Arguments.require("key", key, "version", version, "condition", condition);
        return changes.delete(bucket, key, version.orElse(null), condition);
    }

    /** Bytes [offset, offset + length) of one version, as {@link AsyncChameleonClient#read} gives them. */
    public CompletableFuture<ObjectPublisher> read(
            String bucket, String key, VersionId version, long offset, long length) {
        Arguments.require("key", key, "version", version);
        return operations.open(
                Operation.READ,
                bucket,
                scope -> reads.lend(request(bucket, key, version, offset, length), scope)
                        .thenCompose(reader -> ObjectPublisher.start(reader, context, scope)));
    }

    /** Bytes [offset, offset + length) of one version as a stream, which the caller closes. */
    public CompletableFuture<ObjectStream> open(
            String bucket, String key, VersionId version, long offset, long length) {
        Arguments.require("key", key, "version", version);
        return operations.open(
                Operation.OPEN,
                bucket,
                scope -> reads.lend(request(bucket, key, version, offset, length), scope)
                        .thenApply(ObjectStream::new));
    }

    private static ReadRequest request(String bucket, String key, VersionId version, long offset, long length) {
        return new ReadRequest(
                ObjectId.ofUser(bucket, key),
                version,
                new ByteRange(offset, length),
                ReadMode.LINEARIZABLE,
                ReadCondition.NONE);
    }

    /** As {@link AsyncChameleonClient#updateMetadata}, of one version. */
    public CompletableFuture<ObjectInfo> updateMetadata(
            String bucket, String key, VersionId version, PutOptions options) {
        Arguments.require("key", key, "version", version, "options", options);
        return changes.updateMetadata(bucket, key, version, options);
    }

    private <T> CompletableFuture<T> repeated(Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return context.retry()
                .untilDeadline(scope, context.deadline(scope), scope.limits().request(), request);
    }
}
