package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.VersionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which versions a key had before its row in the mapping table, if it has one. Not thread-safe. */
final class VersionRows {
    /**
     * A former version, or a delete marker.
     *
     * @param contentId names the version, and the component unless it is a marker
     * @param versioned false if it is the version called null
     * @param noncurrentMillis when another took its place; of a marker that is the latest, when it was made
     */
    record Former(WriteId contentId, boolean marker, boolean versioned, long modifiedMillis, long noncurrentMillis) {
        static Former of(ObjectMapping row, long nowMillis) {
            return new Former(row.content().contentId(), false, row.versioned(), row.modifiedMillis(), nowMillis);
        }

        VersionId id() {
            return VersionId.of(contentId, versioned);
        }

        private Former noncurrent(long nowMillis) {
            return new Former(contentId, marker, versioned, modifiedMillis, nowMillis);
        }
    }

    /** Of each key from the oldest to the newest; no list is empty. */
    private final NavigableMap<ObjectId, List<Former>> former = new TreeMap<>();

    /** Of a key, the newest first. */
    List<Former> of(ObjectId object) {
        List<Former> newestFirst = new ArrayList<>(former.getOrDefault(object, List.of()));
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    @Nullable
    Former newest(ObjectId object) {
        List<Former> all = former.get(object);
        return all == null ? null : all.get(all.size() - 1);
    }

    @Nullable
    Former find(ObjectId object, VersionId id) {
        return former.getOrDefault(object, List.of()).stream()
                .filter(version -> version.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    void add(ObjectId object, Former newest) {
        former.computeIfAbsent(object, any -> new ArrayList<>()).add(newest);
    }

    void remove(ObjectId object, Former version) {
        former.computeIfPresent(object, (any, all) -> {
            all.remove(version);
            return all.isEmpty() ? null : all;
        });
    }

    /** The newest has been the latest until now, if it is a marker. */
    void supersede(ObjectId object, long nowMillis) {
        Former newest = newest(object);
        if (newest != null && newest.marker) {
            remove(object, newest);
            add(object, newest.noncurrent(nowMillis));
        }
    }

    /** Keys that have any, from {@code first} on. */
    NavigableMap<ObjectId, List<Former>> from(ObjectId first) {
        return former.tailMap(first, true);
    }

    boolean isIn(String bucket) {
        return former.keySet().stream().anyMatch(object -> object.bucket().equals(bucket));
    }

    /** Whether a version that was kept has this content id. */
    boolean isKept(String bucket, WriteId contentId) {
        return former.entrySet().stream()
                .filter(entry -> entry.getKey().bucket().equals(bucket))
                .flatMap(entry -> entry.getValue().stream())
                .anyMatch(version -> !version.marker && version.contentId.equals(contentId));
    }
}
