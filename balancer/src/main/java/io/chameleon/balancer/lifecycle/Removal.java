package io.chameleon.balancer.lifecycle;

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

    /** That it is still the one that was judged. A delete marker has no bytes to compare. */
    Condition condition() {
        ObjectMapping row = version.row();
        return row == null
                ? Condition.IF_ABSENT
                : new Condition.IfMatch(row.content().contentId());
    }
}
