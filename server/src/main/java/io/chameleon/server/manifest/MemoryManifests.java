package io.chameleon.server.manifest;

import io.chameleon.core.WriteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Manifests beside a device that keeps its pages in memory. A cursor is the number of the manifest listed last. */
public final class MemoryManifests implements Manifests {
    private final NavigableMap<Long, StoredManifest> manifests = new TreeMap<>();
    private long latest;
    private long bytes;

    @Override
    public synchronized void add(StoredManifest manifest) {
        manifests.put(++latest, manifest);
        bytes += manifest.manifest().length;
    }

    @Override
    public CompletableFuture<Void> forced() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized ManifestListing list(long after, int limit, Predicate<WriteId> isHere) {
        List<StoredManifest> found = new ArrayList<>();
        long cursor = after;
        for (Map.Entry<Long, StoredManifest> entry :
                manifests.tailMap(after, false).entrySet()) {
            if (found.size() == limit) {
                return new ManifestListing(found, true, cursor, 0);
            }
            cursor = entry.getKey();
            if (isHere.test(entry.getValue().writeId())) {
                found.add(entry.getValue());
            }
        }
        return new ManifestListing(found, false, cursor, 0);
    }

    @Override
    public synchronized void tidy(Predicate<WriteId> isHere) {
        manifests.values().removeIf(manifest -> !isHere.test(manifest.writeId()));
        bytes = manifests.values().stream()
                .mapToLong(manifest -> manifest.manifest().length)
                .sum();
    }

    @Override
    public synchronized long bytes() {
        return bytes;
    }

    @Override
    public void close() {}
}
