package io.chameleon.client.internal.read;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.cluster.RecentlyUsed;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The lists of composed versions read lately. A list never changes, so it is right as long as its version is read. */
final class ExtentCache {
    /** About 10 MB. */
    static final int MOST_EXTENTS = 200_000;

    private final ClientContext context;
    private final RecentlyUsed<WriteId, List<Extent>> lists;

    /** @param most extents of all lists together */
    ExtentCache(ClientContext context, int most) {
        this.context = context;
        this.lists = new RecentlyUsed<>(most, List::size);
    }

    /** Fails with {@link VersionChangedException}, without a row, if the version is no longer current. */
    CompletableFuture<List<Extent>> of(ObjectMapping object, Scope scope) {
        WriteId contentId = object.content().contentId();
        List<Extent> known = lists.get(contentId);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        String bucket = ObjectId.userBucket(object.id().bucket());
        return context.retry()
                .untilDeadline(
                        scope,
                        context.deadline(scope),
                        scope.limits().request(),
                        timeout -> context.metadata().uploads().extents(bucket, contentId, timeout))
                .thenApply(found -> {
                    if (found.isEmpty()) {
                        throw new VersionChangedException(null);
                    }
                    lists.put(contentId, found);
                    return found;
                });
    }
}
