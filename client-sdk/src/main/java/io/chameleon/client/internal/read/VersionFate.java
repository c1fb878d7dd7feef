package io.chameleon.client.internal.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;

/** What happened to a version of which a piece is gone: a chunk or a component, which goes with its version. */
final class VersionFate {
    private VersionFate() {}

    /**
     * Fails with {@link VersionChangedException} if the object has another version by now, else with
     * {@link DataUnavailableException}.
     */
    static <T> CompletableFuture<T> of(ClientContext context, ObjectMapping object, String piece, Scope scope) {
        Deadline deadline = context.deadline(scope);
        return VersionPlace.now(object, id -> context.lookup(id, scope, deadline))
                .thenCompose(found -> {
                    ObjectMapping now = found.mapping();
                    boolean same = VersionPlace.isSame(object, now);
                    return CompletableFuture.failedFuture(
                            same
                                    ? new DataUnavailableException(
                                            ErrorCode.DATA_UNAVAILABLE,
                                            "object " + object.id() + ": " + piece + " is not in the mapping table",
                                            null)
                                    : new VersionChangedException(now));
                });
    }
}
