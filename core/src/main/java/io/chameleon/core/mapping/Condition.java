package io.chameleon.core.mapping;

import io.chameleon.core.Components;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import org.jspecify.annotations.Nullable;

/** What must hold of the current version for a commit or a delete to happen. */
public sealed interface Condition {
    /** Whether the condition holds for {@code current}, null if there is no object. */
    boolean holds(@Nullable ObjectMapping current);

    /** The last commit wins. */
    record None() implements Condition {
        @Override
        public boolean holds(@Nullable ObjectMapping current) {
            return true;
        }
    }

    /** If-None-Match: * */
    record IfAbsent() implements Condition {
        @Override
        public boolean holds(@Nullable ObjectMapping current) {
            return current == null;
        }
    }

    /** If-Match: the entity tag, which is the content id. */
    record IfMatch(WriteId contentId) implements Condition {
        @Override
        public boolean holds(@Nullable ObjectMapping current) {
            return current != null && current.content().contentId().equals(contentId);
        }
    }

    /**
     * Of a delete of one version: that it is this one and another has its place. So one that was restored meanwhile
     * stays.
     */
    record IfNoncurrent(WriteId contentId) implements Condition {
        @Override
        public boolean holds(@Nullable ObjectMapping version) {
            return version != null
                    && Components.isComponent(version.id())
                    && version.content().contentId().equals(contentId);
        }
    }

    /**
     * Of a delete of one version: that others have been on top of it since then. A delete marker called null has the
     * name of the one before it, and no content id; this tells them apart, and spares one that is the latest again.
     *
     * @param sinceMillis as {@code ObjectVersion.noncurrentMillis}
     */
    record IfCovered(long sinceMillis) implements Condition {
        public IfCovered {
            Require.that(sinceMillis >= 0, "time from which a version is not the latest", sinceMillis, ">= 0");
        }

        /** An object's row does not tell: see {@code ObjectVersion.meets}. */
        @Override
        public boolean holds(@Nullable ObjectMapping version) {
            return false;
        }
    }

    Condition NONE = new None();
    Condition IF_ABSENT = new IfAbsent();
}
