package io.chameleon.client.internal.read;

import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the version that a read asks for. */
record ObjectFinder(ClientContext context) {
    /** Fails unless there is such a version, it is no delete marker, and the condition holds of it. */
    CompletableFuture<ObjectMapping> find(ReadRequest request, Scope scope) {
        VersionId version = request.version();
        return (version == null ? current(request, scope) : version(request.id(), version, scope)).thenApply(row -> {
            ReadRequest.require(request.condition(), row);
            return row;
        });
    }

    /** In the mapping cache if the mode allows, else by a lookup. */
    private CompletableFuture<ObjectMapping> current(ReadRequest request, Scope scope) {
        ObjectId id = request.id();
        Optional<ObjectMapping> cached =
                request.mode() == ReadMode.CACHED ? context.mappings().get(id) : Optional.<ObjectMapping>empty();
        return cached.map(CompletableFuture::completedFuture)
                .orElseGet(() -> context.lookup(id, scope, context.deadline(scope))
                        .thenApply(found -> {
                            ObjectMapping row = found.mapping();
                            if (row == null) {
                                throw ObjectReader.notFound(id);
                            }
                            return row;
                        }));
    }

    /** Under the object's name: readers find out by themselves whether it has become that of a component. */
    private CompletableFuture<ObjectMapping> version(ObjectId id, VersionId version, Scope scope) {
        return context.retry()
                .untilDeadline(
                        scope,
                        context.deadline(scope),
                        scope.limits().request(),
                        timeout -> context.metadata().versions().find(id, version, timeout))
                .thenApply(found -> {
                    ObjectVersion known = found.orElseThrow(() -> notFound(id, "no version " + version));
                    ObjectMapping row = known.row();
                    if (row == null) {
                        throw notFound(id, "version " + version + " is a delete marker");
                    }
                    return row.id().equals(id) ? row : row.withId(id);
                });
    }

    private static ObjectNotFoundException notFound(ObjectId id, String what) {
        return new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "object " + id + ": " + what, null);
    }
}
