package io.chameleon.lab.simulation.history;

import io.chameleon.core.version.VersionId;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.common.linearizability.VersionsCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Operations in a bucket that keeps versions, by key, and which delete marker is whose. */
public final class VersionHistory {
    private final Map<String, List<VersionOperation>> byKey = new TreeMap<>();
    private final Map<VersionId, Long> markers = new HashMap<>();
    private long operations;

    /** @param keys all that anybody writes */
    public VersionHistory(List<String> keys) {
        keys.forEach(key -> byKey.put(key, new ArrayList<>()));
    }

    public void add(String key, VersionOperation operation) {
        Objects.requireNonNull(byKey.get(key), key).add(operation);
        operations++;
    }

    /** One that is about the bucket, and so about each key. */
    public void addToAll(VersionOperation operation) {
        byKey.values().forEach(history -> history.add(operation));
        operations++;
    }

    public long operations() {
        return operations;
    }

    /** The delete marker of an operation; those called null are replaced by others of that name. */
    public void made(VersionId marker, long number) {
        if (!marker.isNull()) {
            markers.put(marker, number);
        }
    }

    /** The number of a delete marker; 0 if nobody was told that it made this one. */
    public long marker(VersionId marker) {
        return markers.getOrDefault(marker, 0L);
    }

    /** The first key whose operations are not linearizable, and why. */
    public Optional<String> violation() {
        for (Map.Entry<String, List<VersionOperation>> key : byKey.entrySet()) {
            Optional<String> violation = VersionsCheck.violation(key.getValue());
            if (violation.isPresent()) {
                return Optional.of("versions of " + key.getKey() + " are not linearizable: " + violation.get());
            }
        }
        return Optional.empty();
    }
}
