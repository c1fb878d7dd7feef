package io.chameleon.client.cluster;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last rows seen of the objects used last. A row that is out of date costs a detour, never a wrong write (MappingRules). */
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
     * Chunks are passed over: those of one large object would push out everything else.
     *
     * @param row null if the object does not exist
     */
    public synchronized void remember(ObjectId id, @Nullable ObjectMapping row) {
        if (Chunks.isChunk(id)) {
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
