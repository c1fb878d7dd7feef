package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What composed versions are made of. */
public final class Composition {
    private final ClientContext context;
    private final ExtentCache lists;

    Composition(ClientContext context, ExtentCache lists) {
        this.context = context;
        this.lists = lists;
    }

    /** The extents of a version; empty unless it is composed. */
    public CompletableFuture<List<Extent>> extents(ObjectMapping row, Scope scope) {
        return row.content().isComposed()
                ? lists.of(row, scope).exceptionallyCompose(failure -> changed(row, failure, scope))
                : CompletableFuture.completedFuture(List.of());
    }

    /**
     * The component that has these bytes of a version, and no others; empty if there is none. Fails as
     * {@link #extents}.
     *
     * @param length at least 1
     */
    public CompletableFuture<Optional<WriteId>> component(ObjectMapping row, long offset, long length, Scope scope) {
        return extents(row, scope).thenCompose(extents -> {
            long begin = 0;
            for (Extent extent : extents) {
                if (begin == offset && extent.length() == length && extent.offset() == 0) {
                    return ifAsLong(row, extent, scope);
                }
                begin += extent.length();
            }
            return CompletableFuture.completedFuture(Optional.empty());
        });
    }

    private CompletableFuture<Optional<WriteId>> ifAsLong(ObjectMapping row, Extent extent, Scope scope) {
        ObjectId id = Components.id(row.id().bucket(), extent.component());
        return context.lookup(id, scope, context.deadline(scope))
                .thenApply(found -> Optional.ofNullable(found.mapping())
                        .filter(component -> component.content().size() == extent.length())
                        .map(component -> extent.component()));
    }

    /** The rows of the components of a composed version, each once, in order. */
    public CompletableFuture<List<ObjectMapping>> components(ObjectMapping row, Scope scope) {
        return lists.of(row, scope)
                .thenCompose(extents -> rows(
                        extents.stream()
                                .map(extent -> Components.id(row.id().bucket(), extent.component()))
                                .distinct()
                                .toList(),
                        new ArrayList<>(),
                        scope))
                .exceptionallyCompose(failure -> changed(row, failure, scope));
    }

    private CompletableFuture<List<ObjectMapping>> rows(List<ObjectId> ids, List<ObjectMapping> found, Scope scope) {
        if (found.size() == ids.size()) {
            return CompletableFuture.completedFuture(found);
        }
        return context.lookup(ids.get(found.size()), scope, context.deadline(scope))
                .thenCompose(lookup -> {
                    ObjectMapping component = lookup.mapping();
                    if (component == null) {
                        throw new VersionChangedException(null);
                    }
                    found.add(component);
                    return rows(ids, found, scope);
                });
    }

    /** A version that is no longer current is an {@link ObjectChangedException}. */
    private <T> CompletableFuture<T> changed(ObjectMapping row, Throwable cause, Scope scope) {
        if (!(Errors.unwrap(cause) instanceof VersionChangedException)) {
            return CompletableFuture.failedFuture(Errors.unwrap(cause));
        }
        return VersionFate.<T>of(context, row, "a component", scope)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        Errors.unwrap(failure) instanceof VersionChangedException
                                ? new ObjectChangedException(
                                        ErrorCode.FRAGMENT_NOT_FOUND,
                                        "object " + row.id() + ": overwritten or deleted meanwhile",
                                        null)
                                : Errors.unwrap(failure)));
    }
}
