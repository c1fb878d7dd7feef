package io.chameleon.core.version;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import org.jspecify.annotations.Nullable;

/**
 * A version of an object, or a delete marker.
 *
 * @param object the key it is a version of
 * @param latest whether it is the newest of its key: the one that a read without a version id finds
 * @param modifiedMillis when it became the latest
 * @param noncurrentMillis when another took its place; 0 if it is the latest
 * @param row its row, under the object's name if it is the latest and else under that of a component; null for a delete
 *     marker
 */
public record ObjectVersion(
        ObjectId object,
        VersionId id,
        boolean latest,
        long modifiedMillis,
        long noncurrentMillis,
        @Nullable ObjectMapping row) {
    /** The current version of a key. */
    public static ObjectVersion current(ObjectMapping row) {
        return new ObjectVersion(row.id(), VersionId.of(row), true, row.modifiedMillis(), 0, row);
    }

    /** Whether a condition of its deletion holds. */
    public boolean meets(Condition condition) {
        return condition instanceof Condition.IfCovered covered
                ? !latest && noncurrentMillis == covered.sinceMillis()
                : condition.holds(row);
    }

    /** Whether it says that the object was deleted. It has no bytes. */
    public boolean isMarker() {
        return row == null;
    }
}
