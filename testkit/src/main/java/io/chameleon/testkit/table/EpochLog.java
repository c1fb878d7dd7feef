package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.EpochLogEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The history of remaps, object by object, oldest first (Chameleon III-C, Fig. 3). Not thread-safe. */
final class EpochLog {
    private final Map<ObjectId, List<EpochLogEntry>> entries = new HashMap<>();

    void add(EpochLogEntry entry) {
        entries.computeIfAbsent(entry.id(), any -> new ArrayList<>()).add(entry);
    }

    List<EpochLogEntry> of(ObjectId id) {
        return List.copyOf(entries.getOrDefault(id, List.of()));
    }

    void drop(ObjectId id) {
        entries.remove(id);
    }

    /** Drops events up to {@code epoch}: the object's row holds the outcome. */
    int compact(long epoch) {
        int before = size();
        entries.values().forEach(history -> history.removeIf(entry -> entry.epoch() <= epoch));
        entries.values().removeIf(List::isEmpty);
        return before - size();
    }

    private int size() {
        return entries.values().stream().mapToInt(List::size).sum();
    }
}
