package io.chameleon.client;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import java.time.Instant;
import java.util.Optional;

/**
 * A version of an object, or a delete marker.
 *
 * @param id the object's
 * @param latest whether it is the newest: what a read without a version id finds
 * @param modified when it became the latest
 * @param replaced when another took its place; empty if it is the latest
 * @param object what it is; empty for a delete marker. Good for {@link AsyncChameleonClient#readVersion}
 */
public record VersionInfo(
        ObjectId id,
        VersionId version,
        boolean latest,
        Instant modified,
        Optional<Instant> replaced,
        Optional<ObjectInfo> object) {

    static VersionInfo of(ObjectVersion version) {
        return new VersionInfo(
                version.object(),
                version.id(),
                version.latest(),
                Instant.ofEpochMilli(version.modifiedMillis()),
                version.latest() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(version.noncurrentMillis())),
                Optional.ofNullable(version.row()).map(row -> ObjectInfo.of(named(row, version.object()))));
    }

    /** Under the object's name: readers find out by themselves whether it has become that of a component. */
    private static ObjectMapping named(ObjectMapping row, ObjectId object) {
        return row.id().equals(object) ? row : row.withId(object);
    }

    /** Whether it says that the object was deleted. */
    public boolean isMarker() {
        return object.isEmpty();
    }

    public String key() {
        return id.key();
    }
}
