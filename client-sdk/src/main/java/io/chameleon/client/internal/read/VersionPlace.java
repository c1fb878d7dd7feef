package io.chameleon.client.internal.read;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where a version is that has no longer, or perhaps never had, its object's name: in a bucket that keeps versions. */
final class VersionPlace {
    private VersionPlace() {}

    /**
     * The row of the same version as it is now: under the object's name, or under that of a component if another has
     * taken its place, or shares its bytes. Else what has the object's name now; without a mapping if nothing has.
     *
     * @param lookup asks the metadata service
     */
    static CompletableFuture<Lookup> now(ObjectMapping row, Function<ObjectId, CompletableFuture<Lookup>> lookup) {
        return lookup.apply(row.id()).thenCompose(found -> {
            ObjectMapping current = found.mapping();
            if (isSame(row, current) || !mayBeKept(row, current)) {
                return withBytes(row, found, lookup);
            }
            ObjectId component = Components.id(row.id().bucket(), row.content().contentId());
            return lookup.apply(component)
                    .thenCompose(kept -> withBytes(row, isSame(row, kept.mapping()) ? kept : found, lookup));
        });
    }

    /** If the version shares its bytes by now, their row, described as the version was; without a row they are gone. */
    private static CompletableFuture<Lookup> withBytes(
            ObjectMapping row, Lookup found, Function<ObjectId, CompletableFuture<Lookup>> lookup) {
        ObjectMapping now = found.mapping();
        boolean shares = now != null
                && isSame(row, now)
                && now.content().isComposed()
                && !row.content().isComposed();
        if (!shares) {
            return CompletableFuture.completedFuture(found);
        }
        ObjectId bytes = Components.id(
                row.id().bucket(), Components.sharedBytes(row.content().contentId()));
        return lookup.apply(bytes).thenApply(shared -> {
            ObjectMapping there = shared.mapping();
            return found.with(there == null ? null : there.withContent(row.content()));
        });
    }

    static boolean isSame(ObjectMapping row, @Nullable ObjectMapping now) {
        return now != null && now.content().contentId().equals(row.content().contentId());
    }

    /** If neither was written while the bucket kept versions, the one has replaced the other. */
    private static boolean mayBeKept(ObjectMapping row, @Nullable ObjectMapping current) {
        return !ObjectId.isInternal(row.id().bucket()) && (row.versioned() || current == null || current.versioned());
    }
}
