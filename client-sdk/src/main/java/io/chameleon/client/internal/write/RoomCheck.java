package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import java.util.concurrent.CompletableFuture;

/** Saves sending the data of a large write that its commit would refuse for a quota. The commit decides. */
final class RoomCheck {
    /** Sending a smaller write is faster than asking. */
    static final long ASKED_FROM = 1 << 20;

    private final ClientContext context;

    RoomCheck(ClientContext context) {
        this.context = context;
    }

    /** Fails with {@code QUOTA_EXCEEDED} if there is no room; any other failure says nothing about room. */
    CompletableFuture<Void> require(ObjectId id, long expectedBytes, Scope scope) {
        if (expectedBytes < ASKED_FROM) {
            return CompletableFuture.completedFuture(null);
        }
        return scope.call(() -> context.metadata()
                        .checkRoom(id, expectedBytes, scope.limits().request()))
                .exceptionally(failure -> {
                    if (Errors.code(failure) == ErrorCode.QUOTA_EXCEEDED) {
                        throw Errors.of(failure);
                    }
                    return null;
                });
    }
}
