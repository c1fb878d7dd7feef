package io.chameleon.testkit.fake;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** What a {@link FakeFlashServer} holds: fragments in the order of their ids, and manifests beside them. */
final class Shelf {
    private static final Comparator<FragmentId> ORDER = Comparator.comparing(FragmentId::writeId)
            .thenComparing(FragmentId::segment)
            .thenComparing(FragmentId::index);

    private final NavigableMap<FragmentId, StoredFragment> fragments = new ConcurrentSkipListMap<>(ORDER);
    private final Map<WriteId, Manifest> manifests = new ConcurrentHashMap<>();

    NavigableMap<FragmentId, StoredFragment> fragments() {
        return fragments;
    }

    Map<WriteId, Manifest> manifests() {
        return manifests;
    }

    int count(WriteId writeId) {
        return (int) fragments.keySet().stream()
                .filter(id -> id.writeId().equals(writeId))
                .count();
    }

    void lose(WriteId writeId) {
        fragments.keySet().removeIf(id -> id.writeId().equals(writeId));
        manifests.remove(writeId);
    }

    void clear() {
        fragments.clear();
        manifests.clear();
    }

    void swapWith(Shelf other) {
        Map<FragmentId, StoredFragment> held = Map.copyOf(fragments);
        Map<WriteId, Manifest> named = Map.copyOf(manifests);
        clear();
        fragments.putAll(other.fragments);
        manifests.putAll(other.manifests);
        other.clear();
        other.fragments.putAll(held);
        other.manifests.putAll(named);
    }
}
