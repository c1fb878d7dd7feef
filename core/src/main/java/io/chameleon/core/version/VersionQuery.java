package io.chameleon.core.version;

import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.mapping.table.ListQuery;
import org.jspecify.annotations.Nullable;

/**
 * A page of all versions in a bucket: keys in the order of their UTF-8 bytes, the versions of each from the newest on.
 *
 * @param keys which keys, and how many versions and common prefixes together
 * @param afterVersion null to begin after all versions of the key {@code keys.after()}; else after this one of its
 *     versions, or at its newest if there is no such version any more
 */
public record VersionQuery(ListQuery keys, @Nullable VersionId afterVersion) {
    public VersionQuery {
        Slices.requireBucketOrSlice(keys.bucket());
        Require.that(
                afterVersion == null || !keys.after().isEmpty(),
                "list start",
                "version " + afterVersion,
                "a key with it");
    }
}
