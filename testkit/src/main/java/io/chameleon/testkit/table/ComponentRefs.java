package io.chameleon.testkit.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who refers to components: how many, and the lists of composed versions. Not thread-safe. */
final class ComponentRefs {
    private record Refs(int count, long sinceMillis) {}

    private record Version(String bucket, WriteId contentId) {}

    /**
     * A list and the upload that made it.
     *
     * @param list the component that says the same on flash
     */
    record Made(
            WriteId upload, List<Extent> extents, @Nullable WriteId list) {}

    private final Map<ObjectId, Refs> components = new TreeMap<>();
    private final Map<Version, Made> lists = new HashMap<>();

    void committed(ObjectId component, long nowMillis) {
        components.put(component, new Refs(0, nowMillis));
    }

    /** A version became a component, to which its bucket's history refers. */
    void kept(ObjectId component) {
        components.put(component, new Refs(1, 0));
    }

    /** A component became the current version of its object again. */
    void restored(ObjectId component) {
        components.remove(component);
    }

    /** The bytes of a version became a component, to which the version's list refers. */
    void shared(ObjectId component) {
        components.put(component, new Refs(1, 0));
    }

    /** Adds one reference for each time that a component is named. */
    void refer(String bucket, Collection<WriteId> named) {
        named.forEach(component -> {
            if (!add(Components.id(bucket, component))) {
                throw new IllegalStateException("component " + component + " of a version is not there");
            }
        });
    }

    /** False if the component is not there. */
    boolean add(ObjectId component) {
        return components.computeIfPresent(component, (id, refs) -> new Refs(refs.count + 1, refs.sinceMillis)) != null;
    }

    /** Whether it is there, and nothing refers to it or did. */
    boolean isFree(ObjectId component) {
        Refs refs = components.get(component);
        return refs != null && refs.count == 0 && refs.sinceMillis > 0;
    }

    /** Nothing will refer to it any more, unless something does already. */
    void abandon(ObjectId component) {
        components.computeIfPresent(component, (id, refs) -> refs.count == 0 ? new Refs(0, 0) : refs);
    }

    void release(String bucket, Collection<WriteId> gone) {
        for (WriteId component : gone) {
            components.computeIfPresent(
                    Components.id(bucket, component),
                    (id, refs) -> new Refs(refs.count - 1, refs.count == 1 ? 0 : refs.sinceMillis));
        }
    }

    void compose(String bucket, WriteId contentId, Made made) {
        lists.put(new Version(bucket, contentId), made);
    }

    @Nullable
    Made list(String bucket, WriteId contentId) {
        return lists.get(new Version(bucket, contentId));
    }

    /** The version is gone: it was current, or kept. */
    void drop(ObjectMapping version) {
        String bucket = ObjectId.userBucket(version.id().bucket());
        Made made = lists.remove(new Version(bucket, version.content().contentId()));
        if (made != null) {
            release(bucket, made.extents.stream().map(Extent::component).toList());
            if (made.list != null) {
                release(bucket, List.of(made.list));
            }
        }
    }

    /** Removes and returns components to which nothing can refer any more. */
    List<ObjectId> takeUnreferenced(long nowMillis, Duration grace, int limit) {
        List<ObjectId> taken = components.entrySet().stream()
                .filter(entry ->
                        entry.getValue().count == 0 && entry.getValue().sinceMillis < nowMillis - grace.toMillis())
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
        taken.forEach(components::remove);
        return taken;
    }
}
