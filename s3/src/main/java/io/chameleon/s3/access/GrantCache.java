package io.chameleon.s3.access;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.PermissionDeniedException;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The store's grants on the buckets of recent requests. A grant that is given or taken away counts here when the entry
 * has expired.
 */
final class GrantCache {
    private static final int MOST = 1000;

    private final Recent<List<Grant>> recent;

    GrantCache(AsyncChameleonClient client, Duration lifetime, LongSupplier ticker) {
        recent = new Recent<>(bucket -> grants(client, bucket), MOST, lifetime, ticker);
    }

    /** A gateway that may not ask for them knows none. */
    private static CompletableFuture<List<Grant>> grants(AsyncChameleonClient client, String bucket) {
        return client.grants(bucket).exceptionally(failure -> {
            if (Errors.unwrap(failure) instanceof PermissionDeniedException) {
                return List.of();
            }
            throw Errors.of(failure);
        });
    }

    CompletableFuture<Boolean> allows(String user, String bucket, Access access) {
        return recent.find(bucket)
                .thenApply(grants -> grants.stream()
                        .anyMatch(grant ->
                                grant.principal().equals(user) && grant.access().covers(access)));
    }
}
