package io.chameleon.core.version;

import io.chameleon.core.mapping.table.DeleteResult;
import org.jspecify.annotations.Nullable;

/**
 * What a delete did.
 *
 * @param version the version that it deleted, or the delete marker that it added; null if the bucket keeps no versions
 * @param marker whether {@code version} is a delete marker
 */
public record Deletion(DeleteResult result, @Nullable VersionId version, boolean marker) {
    /** Without any version to name. */
    public static Deletion of(DeleteResult result) {
        return new Deletion(result, null, false);
    }
}
