package io.chameleon.client.internal.read;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The lists of composed versions read lately. A list never changes, so it is right as long as its version is read. */
final class ExtentCache {
    /** About 10 MB. */
    static final int MOST_EXTENTS = 200_000;

    private final ClientContext context;
    private final int most;
    private final Map<WriteId, List<Extent>> lists = new LinkedHashMap<>(16, 0.75f, true);
    private int extents;

    /** @param most extents of all lists together */
    ExtentCache(ClientContext context, int most) {
        this.context = context;
        this.most = most;
    }

    /** Fails with {@link VersionChangedException}, without a row, if the version is no longer current. */
    CompletableFuture<List<Extent>> of(ObjectMapping object, Scope scope) {
        WriteId contentId = object.content().contentId();
        List<Extent> known = get(contentId);
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
                    put(contentId, found);
                    return found;
                });
    }

    private synchronized @Nullable List<Extent> get(WriteId contentId) {
        return lists.get(contentId);
    }

    private synchronized void put(WriteId contentId, List<Extent> list) {
        if (lists.putIfAbsent(contentId, list) != null) {
            return;
        }
        extents += list.size();
        var eldest = lists.values().iterator();
        while (extents > most && eldest.hasNext()) {
            extents -= eldest.next().size();
            eldest.remove();
        }
    }
}
