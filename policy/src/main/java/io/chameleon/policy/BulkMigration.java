package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;

/**
 * An object to be copied to its destination in bulk, because no client wrote it (Chameleon III-B2, the end of EWO) or
 * because the policy moves data at once (EDM).
 *
 * @param version of the row to copy, after the remap of the same plan if there is one
 * @param destination destination of the row at that version; if the row has another one by then, the object is not
 *     copied
 */
public record BulkMigration(ObjectId id, long version, Placement destination) {
    public BulkMigration {
        Require.that(version >= 1, "version of the migration of " + id, version, "1 or more");
    }

    /**
     * Whether the row is as it was planned. A client's write raises the version by one, just as the remap would have
     * that was to precede this migration: only the destination distinguishes the two.
     */
    public boolean isStillOf(ObjectMapping row) {
        return row.version() == version
                && row.state().isIntermediate()
                && row.destination().equals(destination)
                && !row.degraded();
    }
}
