package io.chameleon.client.internal.cluster;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last known rows of recently used objects. A stale row costs a detour, never a wrong write (MappingRules). */
public final class MappingCache {
    private final RecentlyUsed<ObjectId, ObjectMapping> rows;

    /** @param capacity objects; 0 remembers nothing */
    public MappingCache(int capacity) {
        rows = new RecentlyUsed<>(capacity, row -> 1);
    }

    public Optional<ObjectMapping> get(ObjectId id) {
        return Optional.ofNullable(rows.get(id));
    }

    /**
     * Skips chunks and components: those of one large object would evict everything else.
     *
     * @param row null if the object does not exist
     */
    public void remember(ObjectId id, @Nullable ObjectMapping row) {
        if (row == null) {
            rows.remove(id);
        } else if (!ObjectId.isInternal(id.bucket())) {
            rows.put(id, row);
        }
    }

    public void forget(ObjectId id) {
        rows.remove(id);
    }
}
