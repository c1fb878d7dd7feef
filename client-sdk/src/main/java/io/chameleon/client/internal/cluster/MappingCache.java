package io.chameleon.client.internal.cluster;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last known rows of recently used objects. A stale row costs a detour, never a wrong write (MappingRules). */
public final class MappingCache {
    private final int capacity;
    private final Map<ObjectId, ObjectMapping> rows = new LinkedHashMap<>(16, 0.75f, true);

    /** @param capacity objects; 0 remembers nothing */
    public MappingCache(int capacity) {
        this.capacity = capacity;
    }

    public synchronized Optional<ObjectMapping> get(ObjectId id) {
        return Optional.ofNullable(rows.get(id));
    }

    /**
     * Skips chunks and components: those of one large object would evict everything else.
     *
     * @param row null if the object does not exist
     */
    public synchronized void remember(ObjectId id, @Nullable ObjectMapping row) {
        if (ObjectId.isInternal(id.bucket())) {
            return;
        }
        if (row == null) {
            rows.remove(id);
            return;
        }
        rows.put(id, row);
        if (rows.size() > capacity) {
            var eldest = rows.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    public synchronized void forget(ObjectId id) {
        rows.remove(id);
    }
}
