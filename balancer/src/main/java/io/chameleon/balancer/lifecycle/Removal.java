package io.chameleon.balancer.lifecycle;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import org.jspecify.annotations.Nullable;

/** A version whose time has come. */
record Removal(Removed kind, ObjectVersion version) {
    /** Null: the object as a whole, so that a bucket that keeps versions keeps this one. */
    @Nullable
    VersionId id() {
        return kind == Removed.OBJECT ? null : version.id();
    }

    /**
     * That it is still the one that was judged, and not restored since. A delete marker has no bytes to compare, but
     * the time since which it is not the latest.
     */
    Condition condition() {
        ObjectMapping row = version.row();
        if (row == null) {
            return kind == Removed.VERSION ? new Condition.IfCovered(version.noncurrentMillis()) : Condition.IF_ABSENT;
        }
        WriteId contentId = row.content().contentId();
        return kind == Removed.VERSION ? new Condition.IfNoncurrent(contentId) : new Condition.IfMatch(contentId);
    }
}
