package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fragments that were found damaged, up to a limit: the scrubber, which reads all fragments, finds the rest again. Safe
 * from any thread.
 */
final class DamagedFragments {
    private static final int MOST = 10_000;

    private final Set<FragmentId> ids = ConcurrentHashMap.newKeySet();

    /** Returns whether it is new. */
    boolean add(FragmentId id) {
        return ids.size() < MOST && ids.add(id);
    }

    boolean contains(FragmentId id) {
        return ids.contains(id);
    }

    void remove(FragmentId id) {
        ids.remove(id);
    }

    void removeWrites(Collection<WriteId> writeIds) {
        if (!ids.isEmpty()) {
            Set<WriteId> gone = Set.copyOf(writeIds);
            ids.removeIf(id -> gone.contains(id.writeId()));
        }
    }

    List<FragmentId> all() {
        return List.copyOf(ids);
    }
}
