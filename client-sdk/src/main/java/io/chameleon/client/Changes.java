package io.chameleon.client;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of objects that write no byte. Each is retried only if the first try certainly had no effect: a second could
 * remove or undo what another client did meanwhile.
 */
record Changes(ClientContext context, Operations operations) {
    /** @param condition is made within the operation, which a bad entity tag fails */
    CompletableFuture<Boolean> delete(String bucket, String key, Supplier<Condition> condition) {
        Arguments.require("key", key);
        return operations.run(
                Operation.DELETE, bucket, scope -> delete(ObjectId.ofUser(bucket, key), condition.get(), scope));
    }

    CompletableFuture<Boolean> delete(ObjectId id, Condition condition, Scope scope) {
        return Change.once(context, "object " + id + ": the delete")
                .send(
                        scope,
                        scope.limits().operation(),
                        timeout -> context.metadata().delete(id, condition, timeout))
                .thenApply(result -> {
                    context.mappings().forget(id);
                    if (result == DeleteResult.PRECONDITION_FAILED) {
                        throw conditionFailed(id);
                    }
                    return result == DeleteResult.DELETED;
                });
    }

    /** @param version null for the object as a whole */
    CompletableFuture<Deletion> delete(String bucket, String key, @Nullable VersionId version, Condition condition) {
        return operations.run(
                Operation.DELETE, bucket, scope -> delete(ObjectId.ofUser(bucket, key), version, condition, scope));
    }

    private CompletableFuture<Deletion> delete(
            ObjectId id, @Nullable VersionId version, Condition condition, Scope scope) {
        return Change.once(context, "object " + id + ": the delete")
                .send(
                        scope,
                        scope.limits().operation(),
                        timeout -> context.metadata().versions().delete(id, version, condition, timeout))
                .thenApply(deletion -> {
                    context.mappings().forget(id);
                    if (deletion.result() == DeleteResult.PRECONDITION_FAILED) {
                        throw conditionFailed(id);
                    }
                    return deletion;
                });
    }

    private static PreconditionFailedException conditionFailed(ObjectId id) {
        return new PreconditionFailedException(
                ErrorCode.PRECONDITION_FAILED, "object " + id + ": the condition does not hold", null);
    }

    /** Deletes some objects at a time; outcome {@code i} is that of key {@code i}. */
    CompletableFuture<List<DeleteOutcome>> deleteAll(String bucket, List<String> keys) {
        List<String> copy = Arguments.copy("keys", keys);
        return operations.run(Operation.DELETE_ALL, bucket, scope -> new BulkDelete(this, bucket, copy, scope).run());
    }

    CompletableFuture<ObjectInfo> updateMetadata(String bucket, String key, PutOptions options) {
        Arguments.require("key", key, "options", options);
        return operations.run(
                Operation.UPDATE_METADATA,
                bucket,
                scope -> updateMetadata(ObjectId.ofUser(bucket, key), options, scope));
    }

    private CompletableFuture<ObjectInfo> updateMetadata(ObjectId id, PutOptions options, Scope scope) {
        MetadataUpdate update = update(id, options);
        return updated(id, scope, timeout -> context.metadata().updateMetadata(update, timeout))
                .thenApply(row -> {
                    context.mappings().remember(id, row);
                    return ObjectInfo.of(row);
                });
    }

    CompletableFuture<ObjectInfo> updateMetadata(String bucket, String key, VersionId version, PutOptions options) {
        return operations.run(
                Operation.UPDATE_METADATA,
                bucket,
                scope -> updateMetadata(ObjectId.ofUser(bucket, key), version, options, scope));
    }

    private CompletableFuture<ObjectInfo> updateMetadata(
            ObjectId id, VersionId version, PutOptions options, Scope scope) {
        MetadataUpdate update = update(id, options);
        return updated(id, scope, timeout -> context.metadata().versions().updateMetadata(update, version, timeout))
                .thenApply(row -> {
                    // It may be the latest: what is remembered of that one may be out of date now.
                    context.mappings().forget(id);
                    return ObjectInfo.of(row.withId(id));
                });
    }

    private static MetadataUpdate update(ObjectId id, PutOptions options) {
        Require.that(
                options.policy().isEmpty(),
                "policy of an update of metadata",
                options.policy(),
                "none: bytes stay where they are");
        return new MetadataUpdate(id, options.contentType(), options.userMetadata(), options.condition());
    }

    private CompletableFuture<ObjectMapping> updated(
            ObjectId id, Scope scope, Function<Duration, CompletableFuture<UpdateResult>> request) {
        return Change.once(context, "object " + id + ": the update of its metadata")
                .send(scope, scope.limits().operation(), request)
                .thenApply(result -> switch (result.status()) {
                    case UPDATED -> Objects.requireNonNull(result.current(), "row of an updated object");
                    case PRECONDITION_FAILED -> throw conditionFailed(id);
                    case NOT_FOUND -> {
                        context.mappings().forget(id);
                        throw new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "no object " + id, null);
                    }
                });
    }
}
